import CellModel
import Diagnostics

/// A name or a text of a sheet with the place where it stands.
///
/// Names are compared without regard to case and keep the spelling of their definition; compare ``key``.
package struct WrittenText: Sendable, Hashable {
  /// What was written; for a text in quotes, what stands between them.
  package var text: String
  /// The place, with the quotes of a text.
  package var span: SourceSpan

  package init(_ text: String, at span: SourceSpan) {
    self.text = text
    self.span = span
  }

  /// The form in which names are compared.
  package var key: String { text.lowercased() }

  /// Whether a key is that of the name, without making one where the letters are plain.
  func hasKey(_ key: String) -> Bool {
    var (bytes, others) = (text.utf8.makeIterator(), key.utf8.makeIterator())
    while let byte = bytes.next() {
      if byte >= 0x80 { return self.key == key }
      guard Ascii.lowercased(byte) == others.next() else { return false }
    }
    return others.next() == nil
  }
}

/// The `///` lines above a definition.
package struct Documentation: Sendable, Hashable {
  /// The lines without their slashes, joined by line feeds.
  package var text: String
  /// From the first slash to the end of the last line.
  package var span: SourceSpan
}
