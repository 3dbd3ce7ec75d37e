/// Which tool this is.
package enum Release {
  package static let version = "0.1.0"
}
