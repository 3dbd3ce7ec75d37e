import CellModel
import Markup

/// Texts with their runs of formatting, and how they are pronounced.
struct ExcelStrings {
  /// The strings that cells refer to by their numbers.
  private(set) var values: [CellValue] = []
  /// How some of them are pronounced, by their numbers.
  private(set) var phonetics: [Int: PhoneticText] = [:]

  init(_ values: [CellValue] = []) { self.values = values }

  init(_ part: String, of package: ExcelPackage) throws(WorkbookFault) {
    var (values, phonetics): ([CellValue], [Int: PhoneticText]) = ([], [:])
    try package.scan(part) { (scanner) throws(XMLFault) in
      while true {
        let event = try scanner.next()
        if event == .finish { return }
        guard event == .start, scanner.isNamed("si") else { continue }
        let string = try ExcelRichText(&scanner)
        if let phonetic = string.phonetics { phonetics[values.count] = phonetic }
        values.append(.text(string.text))
      }
    }
    self.values = values
    self.phonetics = phonetics
  }
}

/// The text of an element, and how it is pronounced.
struct ExcelRichText {
  /// The text of its runs, without what is written above them.
  private(set) var text = ""
  /// `nil` when the file says nothing of it, or nothing else than the text says.
  var phonetics: PhoneticText? {
    guard let script, !runs.isEmpty || text.unicodeScalars.contains(where: Self.isKana) else { return nil }
    return PhoneticText(of: text, spoken, in: script)
  }

  /// What is written above some characters, counted in UTF-16 units.
  private var runs: [(start: Int, end: Int, text: String)] = []
  private var script: PhoneticText.Script?

  /// Reads the element that has just begun.
  init(_ scanner: inout XMLScanner) throws(XMLFault) {
    let outer = scanner.depth - 1
    var isInText = false
    var keepsBlanks = false
    reading: while true {
      switch try scanner.next() {
      case .start:
        if scanner.isNamed("rPh") {
          try readRun(&scanner)
        } else if scanner.isNamed("phoneticPr") {
          script = Self.script(try scanner.string("type"))
        } else if scanner.isNamed("rPr") {
          try scanner.skipElement()
        } else if scanner.isNamed("r") {
          keepsBlanks = true
        } else if scanner.isNamed("t") {
          isInText = true
          if let space = scanner.attribute("space"), scanner.isPiece(space, "preserve") { keepsBlanks = true }
        }
      case .text: if isInText { text += try scanner.text(of: scanner.piece) }
      case .end:
        isInText = false
        if scanner.depth <= outer { break reading }
      case .finish: break reading
      default: break
      }
    }
    // Of a text that is no run Excel takes off the blanks at its ends, unless it is told to keep them.
    if !keepsBlanks { text = String(Substring(ExcelText.trimmed(text.utf8))) }
    text = ExcelText.unescaped(text)
  }

  private static func isKana(_ scalar: Unicode.Scalar) -> Bool {
    (0x3041...0x30FF).contains(scalar.value) || (0xFF61...0xFF9F).contains(scalar.value)
  }

  private mutating func readRun(_ scanner: inout XMLScanner) throws(XMLFault) {
    let (start, end) = (scanner.integer("sb") ?? 0, scanner.integer("eb") ?? 0)
    runs.append((start, end, ExcelText.unescaped(try scanner.elementText())))
    if script == nil { script = .katakana }
  }

  /// What the type of the pronunciation says of its script (ECMA-376 part 1, §18.18.57).
  private static func script(_ type: String?) -> PhoneticText.Script {
    switch type {
    case "halfwidthKatakana": .narrowKatakana
    case "Hiragana": .hiragana
    case "noConversion": .asTyped
    default: .katakana
    }
  }

  /// The text with each run in place of what it stands above.
  private var spoken: String {
    let units = Array(text.utf16)
    var spoken: [UInt16] = []
    var position = 0
    for run in runs where run.start >= position && run.end >= run.start && run.end <= units.count {
      spoken += units[position..<run.start]
      spoken += run.text.utf16
      position = run.end
    }
    spoken += units[position...]
    return String(decoding: spoken, as: UTF16.self)
  }
}
