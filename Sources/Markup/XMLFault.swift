/// Why an XML document or a query of it cannot be used, as a sentence.
package struct XMLFault: Error {
  package let message: String
  package init(_ message: String) { self.message = message }
}
