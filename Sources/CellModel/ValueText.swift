/// What one value is as a text: shown to people, written for machines, and written in a sheet.
///
/// Whoever prints or exports a value asks here, so that the same value looks the same everywhere:
///
/// | | number | date | time | percentage | text |
/// | --- | --- | --- | --- | --- | --- |
/// | ``shown(_:format:)-(CellValue,String?)`` | `0.3` | `2026-01-31` | `14:30` | `19%` | as it is |
/// | ``written(_:)`` | `0.30000000000000004` | `2026-01-31` | `14:30:00` | `19%` | as it is |
/// | ``literal(_:)`` | `0.3` | `2026-01-31` | `TIME(14,30,0)` | `19%` | in quotes |
///
/// What is written is read back by ``TypedText`` as the same value of the same kind; a format changes only what is shown.
/// JSON writes what ``TimeNotation`` has a text for as that text and any other number as a number.
package struct ValueText: Sendable {
  package let dates: DateSystem

  package init(dates: DateSystem = .from1900) { self.dates = dates }

  // MARK: For people

  /// A value as people see it: a number in the format, or as its kind is shown; an array and a record as they would be
  /// written.
  package func shown(_ value: CellValue, format: String?) -> String {
    shown(value, format.flatMap { try? NumberFormat($0) })
  }

  package func shown(_ value: CellValue, _ format: NumberFormat?) -> String {
    switch value {
    case .blank: return ""
    case .number(let number, let kind): return format?.text(of: value, in: dates) ?? shown(number, kind)
    case .text(let text): return format?.text(of: value, in: dates) ?? text
    case .logical(let logical): return logical ? "TRUE" : "FALSE"
    case .error(let error): return error.code.text
    case .array(let array):
      return "{"
        + (0..<array.rows).map { row in
          array.row(row).map { element(of: $0, format) }.joined(separator: ", ")
        }.joined(separator: "; ") + "}"
    case .record(let record):
      return "{" + zip(record.names, record.values).map { "\($0): \(literal($1))" }.joined(separator: ", ") + "}"
    case .lambda(let lambda): return "LAMBDA(" + (lambda.parameters + ["…"]).joined(separator: ", ") + ")"
    }
  }

  private func element(of value: CellValue, _ format: NumberFormat?) -> String {
    if case .text = value { return literal(value) }
    return shown(value, format)
  }

  private func shown(_ number: Double, _ kind: NumberKind) -> String {
    switch kind.shown(number) {
    case .plain: return NumberText.cell(number)
    case .percent:
      let isWhole = DecimalNumber(number * 100).exponent >= 0
      return (isWhole ? NumberFormat.percent : .percentWithPlaces).text(of: .number(number), in: dates)
    case .date: return NumberFormat.isoDate.text(of: .number(number), in: dates)
    case .dateTime:
      let format = hasSeconds(number) ? NumberFormat.isoDateTimeWithSeconds : .isoDateTime
      return format.text(of: .number(number), in: dates)
    case .time:
      return (hasSeconds(number) ? NumberFormat.timeWithSeconds : .time).text(of: .number(number), in: dates)
    }
  }

  private func hasSeconds(_ number: Double) -> Bool {
    (number * 86_400).rounded().truncatingRemainder(dividingBy: 60) != 0
  }

  /// A value in one line, long arrays by their size and first elements.
  package func summary(_ value: CellValue, format: String?) -> String {
    if case .blank = value { return "blank" }
    guard case .array(let array) = value, array.count > 12 else { return shown(value, format: format) }
    let format = format.flatMap { try? NumberFormat($0) }
    let head = array.elements.prefix(6).map { element(of: $0, format) }.joined(separator: ", ")
    return "\(array.rows) × \(array.columns) {\(head), …}"
  }

  /// A value in one line where it explains another one: a text that reads like a value of another type, as `"1"` does, is in
  /// quotes.
  package func explaining(_ value: CellValue, format: String?) -> String {
    let shown = summary(value, format: format)
    guard case .text(let text) = value, text == shown, !text.isEmpty else { return shown }
    if case .text = TypedText.value(typed: text) { return shown }
    return text.literal
  }

  // MARK: Before and after

  /// What a value was and what it has become: as they are shown, or all there is to them where that looks the same, as
  /// `"1"` and `1`, or `0.30000000000000004` and `0.3`.
  package func apart(
    _ old: (value: CellValue, shown: String), _ new: (value: CellValue, shown: String)
  ) -> (old: String, new: String) {
    if old.shown != new.shown { return (old.shown, new.shown) }
    let plain = (old: plainly(old.value), new: plainly(new.value))
    if plain.old != plain.new { return plain }
    let whole = (old: inFull(old.value), new: inFull(new.value))
    return whole.old == whole.new ? (old.shown, new.shown) : whole
  }

  /// A value without a format, texts in quotes.
  private func plainly(_ value: CellValue) -> String {
    if case .text(let text) = value { text.literal } else { summary(value, format: nil) }
  }

  /// A value with all its digits and its type; of a long array only what its summary has.
  private func inFull(_ value: CellValue) -> String {
    switch value {
    case .number, .lambda: return written(value)
    case .array(let array) where array.count <= 12:
      let rows = (0..<array.rows).map { array.row($0).map(inFull).joined(separator: ", ") }
      return "{" + rows.joined(separator: "; ") + "}"
    case .record(let record):
      return "{" + zip(record.names, record.values).map { "\($0): \(inFull($1))" }.joined(separator: ", ") + "}"
    case .array: return summary(value, format: nil)
    case .text, .blank, .logical, .error: return literal(value)
    }
  }

  // MARK: For machines

  /// A number as files have it, which is read back as the same number of the same kind.
  package func written(_ number: Double, _ kind: NumberKind) -> String {
    if kind == .percent, let percentage = percentage(number) { return percentage }
    if let text = TimeNotation.text(number, kind, in: dates) { return text }
    let text = NumberText.roundTrip(number)
    // Whole numbers beyond 2^53 are read as text where they are nothing but digits.
    return number == number.rounded() && TypedText.losesDigits(typed: text) ? text + ".0" : text
  }

  /// A percentage whose hundredth is exactly the number; `nil` when no text has it.
  private func percentage(_ number: Double) -> String? {
    let hundredfold = number * 100
    guard hundredfold.isFinite else { return nil }
    for candidate in [DecimalNumber(hundredfold).double, hundredfold, hundredfold.nextUp, hundredfold.nextDown]
    where candidate / 100 == number {
      return NumberText.roundTrip(candidate) + "%"
    }
    return nil
  }

  /// A value as a single text: numbers in full, blank as nothing, errors by their code, an array as it would be written.
  package func written(_ value: CellValue) -> String {
    switch value {
    case .number(let number, let kind): written(number, kind)
    case .array, .record: literal(value)
    case .lambda(let lambda): lambda.source
    case .blank, .text, .logical, .error: shown(value, nil)
    }
  }

  // MARK: In a sheet

  /// A value as it would be written in a formula: texts in quotes, times as a call.
  package func literal(_ value: CellValue) -> String {
    switch value {
    case .text(let text): text.literal
    case .blank: "blank"
    case .number(let number, let kind): literal(number, kind)
    case .array, .record, .logical, .error, .lambda: shown(value, nil)
    }
  }

  private func literal(_ number: Double, _ kind: NumberKind) -> String {
    switch kind.shown(number) {
    case .plain: return NumberText.cell(number)
    case .percent: return percentage(number) ?? NumberText.cell(number)
    case .date: return TimeNotation.text(number, .date, in: dates) ?? NumberText.cell(number)
    case .time:
      guard let time = TimeOfDay(of: number), number < 1 else { return NumberText.cell(number) }
      return "TIME(\(time.hour), \(time.minute), \(time.second))"
    case .dateTime:
      let whole = number.rounded(.down)
      return "\(literal(whole, .date)) + \(literal(number - whole, .time))"
    }
  }
}
