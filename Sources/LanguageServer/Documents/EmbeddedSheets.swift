import Diagnostics

/// Blocks of code in Markdown that are sheets.
enum EmbeddedSheets {
  /// The places of the blocks between ```` ```sheet ```` and the fence that closes them, or the end of the text.
  static func spans(in source: SourceText) -> [SourceSpan] {
    var spans: [SourceSpan] = []
    var open: (fence: Fence, start: Int?)?
    for line in source.lineStarts.indices {
      let span = source.span(ofLine: line)
      guard let fence = Fence(source.bytes[span.lower..<span.upper]) else { continue }
      if let block = open {
        guard fence.closes(block.fence) else { continue }
        if let start = block.start { spans.append(SourceSpan(start, span.lower)) }
        open = nil
      } else {
        let next = line + 1 < source.lineStarts.count ? source.lineStarts[line + 1] : source.bytes.count
        open = (fence, fence.word.lowercased() == "sheet" ? next : nil)
      }
    }
    if let start = open?.start { spans.append(SourceSpan(start, source.bytes.count)) }
    return spans
  }

  /// The text of a block at its own place, with blanks for all that stands before it.
  static func text(of span: SourceSpan, in source: SourceText) -> SourceText {
    var bytes = Array(source.bytes[..<span.upper])
    for index in 0..<span.lower where bytes[index] != 0x0A && bytes[index] != 0x0D { bytes[index] = 0x20 }
    return SourceText(name: source.name, bytes: bytes)
  }

  /// A line of three or more backticks or tildes.
  private struct Fence {
    var mark: UInt8
    var count: Int
    /// The first word behind it.
    var word: String
    private var isBare: Bool

    init?(_ line: ArraySlice<UInt8>) {
      let indented = line.drop { $0 == 0x20 }
      guard line.count - indented.count <= 3, let mark = indented.first, mark == 0x60 || mark == 0x7E else {
        return nil
      }
      let rest = indented.drop { $0 == mark }
      self.mark = mark
      count = indented.count - rest.count
      guard count >= 3, mark == 0x7E || !rest.contains(0x60) else { return nil }
      let words = rest.split { $0 == 0x20 || $0 == 0x09 }
      word = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
      isBare = words.isEmpty
    }

    func closes(_ other: Fence) -> Bool { mark == other.mark && count >= other.count && isBare }
  }
}
