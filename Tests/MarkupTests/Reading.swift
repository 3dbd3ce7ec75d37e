@testable import Markup

/// What the body makes of a text from its beginning, or the words of the fault.
func reading(_ text: String, _ body: (inout XMLCursor) throws(XMLFault) -> String) -> String {
  Array(text.utf8).withUnsafeBufferPointer { bytes in
    var cursor = XMLCursor(bytes)
    do throws(XMLFault) { return try body(&cursor) } catch { return error.message }
  }
}

extension XMLCursor {
  /// What has not been read.
  var rest: String { string(XMLPiece(lower: position, upper: count)) }
}
