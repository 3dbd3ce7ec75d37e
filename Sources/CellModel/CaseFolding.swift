/// What counts as equal without regard to case: texts in formulas, and names.
///
/// Two texts are equal when their folded forms are equal as Swift compares strings, so canonically equivalent spellings
/// are equal, too. Everything that asks goes through here: the operator `=` and ``CellComparison``, lookups, criteria,
/// keys of groups, and names of cells, sheets, tables, columns and functions by ``NameKey``.
package enum CaseFolding {
  /// The text with its case folded.
  package static func folded(_ text: String) -> String {
    for byte in text.utf8 where byte >= 0x80 || (0x41...0x5A).contains(byte) { return text.lowercased() }
    return text
  }

  package static func areEqual(_ a: String, _ b: String) -> Bool { a == b || folded(a) == folded(b) }
}

extension Unicode.Scalar {
  /// The single lower-case character; one whose lower case is several stays, where positions in a text count.
  @inlinable
  package var singleLowercase: Unicode.Scalar {
    guard isASCII else { return singleLowercaseBeyondASCII }
    return ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) | 0x20) : self
  }

  @usableFromInline
  package var singleLowercaseBeyondASCII: Unicode.Scalar {
    let mapping = properties.lowercaseMapping.unicodeScalars
    guard let first = mapping.first, mapping.count == 1 else { return self }
    return first
  }
}
