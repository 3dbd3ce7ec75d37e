import CellModel
import Markup

/// What a cell of OpenDocument says of its value: the attributes that tell it, and the paragraphs that show it.
struct OpenDocumentCellValue {
  let value: CellValue
  /// How the cell's style shows numbers; `nil` for a style that shows each as it is.
  let format: NumberFormat?
  /// What a number stands for.
  let kind: NumberKind
  let dates: DateSystem

  // MARK: Attributes

  /// The attributes that tell the value, without the prefix of `office`.
  var attributes: [(String, String?)] {
    switch value {
    case .number(let number, _):
      if kind == .percent { return [("value-type", "percentage"), ("value", NumberText.roundTrip(number))] }
      if kind.isDay, let day = date(number) { return [("value-type", "date"), ("date-value", day)] }
      if kind == .time, let time = Self.duration(number) { return [("value-type", "time"), ("time-value", time)] }
      return [("value-type", "float"), ("value", NumberText.roundTrip(number))]
    case .logical(let logical):
      return [("value-type", "boolean"), ("boolean-value", logical ? "true" : "false")]
    case .text(let text):
      // Paragraphs do not tell what ends a line.
      let hasReturns = text.utf8.contains(Ascii.carriageReturn)
      return [("value-type", "string"), ("string-value", hasReturns ? text : nil)]
    case .error:
      // As LibreOffice has it: the empty text tells an error in a cell that an array fills from a text that looks like one.
      return [("value-type", "string"), ("string-value", "")]
    case .blank, .array, .record, .lambda: return []
    }
  }

  /// The longest times have milliseconds; what is finer is no time that somebody wrote.
  private static let longest = (date: "2026-01-31T14:30:00.000".utf8.count, minutes: ":30:00.000".utf8.count)

  /// A day as ISO 8601 has it, with its time.
  ///
  /// `nil` for what is no day of the calendar, and for what Excel counts as one before March 1900: who reads the file
  /// may count such a day by another number, and formulas count with the number.
  private func date(_ number: Double) -> String? {
    guard dates != .from1900 || number >= 61, let text = TimeNotation.text(number, .date, in: dates),
      text.utf8.count <= Self.longest.date,
      ISODate.serial(text, dates) == number
    else { return nil }
    return text
  }

  /// A time of day, or a longer time, as a duration of ISO 8601.
  private static func duration(_ number: Double) -> String? {
    guard number >= 0, let text = TimeNotation.text(number, .time),
      text.drop(while: { $0 != ":" }).utf8.count <= longest.minutes
    else { return nil }
    let parts = text.split(separator: ":")
    guard parts.count == 3 else { return nil }
    let duration = "PT\(parts[0])H\(parts[1])M\(parts[2])S"
    return ISODuration.days(duration) == number ? duration : nil
  }

  // MARK: Paragraphs

  /// What is shown; `nil` where nothing is.
  var text: String? {
    switch value {
    case .number(let number, _):
      format.map { ValueText(dates: dates).shown(value, $0) } ?? NumberText.roundTrip(number)
    case .text(let text): text
    case .logical(let logical): logical ? "TRUE" : "FALSE"
    case .error(let error): OpenDocumentErrors.text(of: error.code)
    case .blank, .array, .record, .lambda: nil
    }
  }

  /// Writes a paragraph for each line, whatever ends it; blanks that XML would drop are counted.
  ///
  /// - Parameter prefix: What stands before the names of text elements, with its colon.
  static func writeParagraphs(_ text: String, to xml: inout XMLWriter, prefix: String = "text:") {
    // Most texts are a number or a word, which have neither.
    if text.utf8.allSatisfy({ $0 > Ascii.space && $0 < 0x7F }), !text.isEmpty {
      return xml.element(prefix + "p", text: text)
    }
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { ["\n", "\r\n", "\r"].contains($0) }) {
      xml.start(prefix + "p")
      var plain = ""
      var blanks = 0
      var isFirst = true
      func flush() {
        if !plain.isEmpty { xml.text(plain) }
        plain = ""
      }
      func flushBlanks(atEnd: Bool) {
        guard blanks > 0 else { return }
        // One blank between words is itself.
        let plainOnes = isFirst || atEnd ? 0 : 1
        if plainOnes == 1 { plain += " " }
        if blanks > plainOnes {
          flush()
          xml.empty(prefix + "s", [(prefix + "c", "\(blanks - plainOnes)")])
        }
        blanks = 0
      }
      for scalar in line.unicodeScalars {
        if scalar == " " {
          blanks += 1
          continue
        }
        flushBlanks(atEnd: false)
        isFirst = false
        if scalar == "\t" {
          flush()
          xml.empty(prefix + "tab")
        } else if scalar.value >= 0x20, scalar.value != 0xFFFE, scalar.value != 0xFFFF {
          plain.unicodeScalars.append(scalar)
        }
      }
      flushBlanks(atEnd: true)
      flush()
      xml.end()
    }
  }
}
