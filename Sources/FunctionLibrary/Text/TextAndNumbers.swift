import CellModel
import Functions

/// Functions between numbers and texts.
enum TextAndNumbers: FunctionFamily {
  static let title = "Texts and numbers"
  static let functions: [SheetFunction] = reading + writing + values

  private static let reading: [SheetFunction] = [
    SheetFunction(
      "VALUE", "Reads a text as a number, a date, a time, an amount or a percentage.", .value("text", "the text"),
      .context,
      examples: [
        "VALUE(\"12.5\")" => 12.5, "VALUE(\" 3 \")" => 3, "VALUE(7)" => 7, "VALUE({\"1\",\"2\"})" => [[1, 2]],
        "VALUE(\"x\")" => .value, "VALUE(\"\")" => .value, "VALUE(TRUE)" => .value,
        "VALUE(\"1234567890123456\")" => 1_234_567_890_123_450,
      ]
    ) { (value, context) throws(CellError) in
      if case .logical = value { throw .value("A logical is no text.") }
      return try value.asDateNumber(in: context.dateSystem, now: context.now)
    },

    SheetFunction(
      "NUMBERVALUE", "Reads a text as a number written with separators of your own.", .text("text", "the text"),
      .separator("decimal_separator", "the decimal mark; a point when left out"),
      .separator("group_separator", "what stands between thousands; a comma when left out"), .context,
      examples: [
        "NUMBERVALUE(\"2.500,27\", \",\", \".\")" => 2500.27, "NUMBERVALUE(\"3.5%\")" => 0.035,
        "NUMBERVALUE(\"\")" => 0, "NUMBERVALUE(\"1,5\", \",\")" => 1.5, "NUMBERVALUE(\"($3 50)\")" => -350,
        "NUMBERVALUE({\"1\",\"1,000\"})" => [[1, 1000]], "NUMBERVALUE(\"1.2.3\")" => .value,
        "NUMBERVALUE(\"1\", \"\")" => .value, "NUMBERVALUE(\"x\")" => .value,
        "NUMBERVALUE(\"2024-03-15\")" => 45366,
      ]
    ) { (text, point, comma, context) throws(CellError) in
      guard point == nil || point != comma else { throw .value("The two separators are the same.") }
      let point = point ?? "."
      // The usual group separator gives way to a decimal mark that is the same.
      let comma = comma ?? (point == "," ? nil : ",")
      let digits = SeparatedNumber.withoutBlanks(text)
      if let number = SeparatedNumber.parse(digits, point: point, comma: comma) { return number }
      guard let day = SeparatedNumber.possibleDay(digits, point: point, comma: comma) else {
        throw .value("The text is no number.")
      }
      return try CellValue.text(day).asDateNumber(in: context.dateSystem, now: context.now)
    },
  ]

  private static let writing: [SheetFunction] = [
    SheetFunction(
      "TEXT", "Writes a value in a number format; a text that reads as a number or a date is formatted as one.",
      key: .value("value", "the value"), .text("format", "a number format such as \"0.00\" or \"yyyy-mm-dd\""),
      .context,
      examples: [
        "TEXT(1234.567, \"#,##0.00\")" => "1,234.57", "TEXT(0.285, \"0%\")" => "29%",
        "TEXT(43831, \"yyyy-mm-dd\")" => "2020-01-01",
        "TEXT(0.75, \"h:mm AM/PM\")" => "6:00 PM", "TEXT(\"abc\", \"0\")" => "abc", "TEXT(1, \"\")" => "",
        "TEXT(\"a\", \"\")" => "a",
        "TEXT({1,2}, \"00\")" => [["01", "02"]], "TEXT(-1, \"yyyy\")" => .value, "TEXT(NA(), \"0\")" => .notAvailable,
      ]
    ) { (source, context) throws(CellError) in
      guard !source.isEmpty else { return { (value) throws(CellError) in value.text ?? "" } }
      let format = try numberFormat(source, in: context)
      return { (value) throws(CellError) in try text(of: value, in: format, context) }
    },

    SheetFunction(
      "FIXED", "Rounds a number and writes it with commas and a fixed count of decimal places.",
      .number("number", "the number"), .place("decimals", "decimal places; 2 when left out", default: 2),
      .logical("no_commas", "TRUE leaves the commas out", default: false),
      examples: [
        "FIXED(1234.567, 1)" => "1,234.6", "FIXED(1234.567, -1)" => "1,230", "FIXED(44.332)" => "44.33",
        "FIXED(-1234.567, 1, TRUE)" => "-1234.6", "FIXED({1,2}, 0)" => [["1", "2"]], "FIXED(1, 128)" => .value,
      ]
    ) { (number, decimals, noCommas) throws(CellError) in
      let (text, isNegative) = try fixed(number, decimals, commas: !noCommas)
      return isNegative ? "-" + text : text
    },

    SheetFunction(
      "DOLLAR", "Rounds an amount and writes it in dollars; a negative one stands in parentheses.",
      .number("number", "the amount"), .place("decimals", "decimal places; 2 when left out", default: 2),
      aliases: ["USDOLLAR"],
      examples: [
        "DOLLAR(1234.567)" => "$1,234.57", "DOLLAR(1234.567, -2)" => "$1,200", "DOLLAR(-0.5, 1)" => "($0.5)",
        "DOLLAR(-0.001)" => "($0.00)", "DOLLAR(-4, -1)" => "$0", "DOLLAR({1,2}, 0)" => [["$1", "$2"]],
        "DOLLAR(\"x\")" => .value,
      ]
    ) { (number, decimals) throws(CellError) in
      try amount(number, decimals, in: "$")
    },

    SheetFunction(
      "YEN", "Rounds an amount and writes it in yen; a negative one stands in parentheses.",
      .number("number", "the amount"), .place("decimals", "decimal places; 2 when left out", default: 2),
      source: "Microsoft Support, DOLLAR function",
      examples: [
        "YEN(1234.567, 0)" => "¥1,235", "YEN(1234.567)" => "¥1,234.57", "YEN(-1234.567, -2)" => "(¥1,200)",
        "YEN({1,2}, 0)" => [["¥1", "¥2"]], "YEN(\"x\")" => .value,
      ]
    ) { (number, decimals) throws(CellError) in
      try amount(number, decimals, in: "¥")
    },
  ]

  /// An amount with the sign of its currency before it, in parentheses when it is negative before its decimal places are
  /// rounded; what is rounded to tens and more counts as rounded.
  private static func amount(_ number: Double, _ decimals: Int, in currency: String) throws(CellError) -> String {
    let (text, isNegative) = try fixed(number, decimals, commas: true)
    return isNegative || number < 0 && decimals >= 0 ? "(\(currency)\(text))" : currency + text
  }

  /// A value in a number format.
  static func text(
    of value: CellValue, in source: String, _ context: any EvaluationContext
  ) throws(CellError) -> String {
    source.isEmpty ? value.text ?? "" : try text(of: value, in: numberFormat(source, in: context), context)
  }

  private static func text(
    of value: CellValue, in format: NumberFormat, _ context: any EvaluationContext
  ) throws(CellError) -> String {
    var value = value
    if !format.isForTexts, case .text = value, let number = try? context.number(value) { value = .number(number) }
    return try TextParts.limited(try format.formatted(value, in: context.dateSystem))
  }

  /// The format of a text, kept for the next call.
  private static func numberFormat(
    _ source: String, in context: any EvaluationContext
  ) throws(CellError) -> NumberFormat {
    try context.cache.fact(of: source) { (source) throws(CellError) in
      do throws(NumberFormat.SyntaxError) { return try NumberFormat(source) } catch {
        throw .value("The format is not valid.")
      }
    }
  }

  private static func fixed(
    _ number: Double, _ decimals: Int, commas: Bool
  ) throws(CellError) -> (text: String, isNegative: Bool) {
    guard decimals <= 127 else { throw .value("There are at most 127 decimal places.") }
    var digits = DecimalNumber(number)
    digits.round(toPlaces: max(decimals, -400))
    let text = DecimalPattern(places: max(0, decimals), isGrouped: commas).text(digits)
    return (text, digits.isNegative && !digits.isZero)
  }

  private static let values: [SheetFunction] = [
    SheetFunction(
      "VALUETOTEXT", "Writes a value as text; an error is written too.", .anything("value", "the value"),
      .integer(
        "format", "0: as a cell shows it; 1: as a formula would have it, with text in quotation marks", default: 0),
      examples: [
        "VALUETOTEXT(12)" => "12", "VALUETOTEXT(\"a\")" => "a", "VALUETOTEXT(\"a\", 1)" => "\"a\"",
        "VALUETOTEXT({1,TRUE})" => [["1", "TRUE"]], "VALUETOTEXT(NA())" => "#N/A", "VALUETOTEXT(1, 2)" => .value,
      ]
    ) { (value, format) throws(CellError) in
      guard format == 0 || format == 1 else { throw .value("The format is 0 or 1.") }
      return try TextParts.limited(written(value, strict: format == 1))
    },

    SheetFunction(
      "ARRAYTOTEXT", "Writes all values of an array as one text.", .range("array", "a range or an array"),
      .integer("format", "0: values with commas between; 1: as an array in a formula", default: 0),
      examples: [
        "ARRAYTOTEXT({1,\"a\"})" => "1, a", "ARRAYTOTEXT({1,\"a\";TRUE,#N/A}, 1)" => "{1,\"a\";TRUE,#N/A}",
        "ARRAYTOTEXT({1,\"a\"}, {0,1})" => [["1, a", "{1,\"a\"}"]], "ARRAYTOTEXT(5)" => "5",
        "ARRAYTOTEXT({1,2}, 2)" => .value,
      ]
    ) { (range, format) throws(CellError) in
      guard format == 0 || format == 1 else { throw .value("The format is 0 or 1.") }
      let array = try range.array()
      var result = format == 1 ? "{" : ""
      for row in 0..<array.rows {
        for column in 0..<array.columns {
          if row + column > 0 { result += format == 0 ? ", " : column == 0 ? ";" : "," }
          result += written(array[row, column], strict: format == 1)
        }
        if result.utf8.count > TextLimit.length { result = try TextParts.limited(result) }
      }
      return try TextParts.limited(format == 1 ? result + "}" : result)
    },
  ]

  /// A value as VALUETOTEXT and ARRAYTOTEXT write it.
  private static func written(_ value: CellValue, strict: Bool) -> String {
    switch value {
    case .error(let error): return error.code.text
    case .text(let text):
      guard strict else { return text }
      var quoted = "\""
      for scalar in text.unicodeScalars {
        quoted.unicodeScalars.append(scalar)
        if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
      }
      return quoted + "\""
    case .array(let array): return written(array[0, 0], strict: strict)
    case .lambda(let lambda): return lambda.source
    case .record(let record):
      return "{"
        + zip(record.names, record.values).map { "\($0): \(written($1, strict: true))" }.joined(separator: ", ") + "}"
    case .blank: return ""
    case .number(let number, _): return NumberText.general(number)
    case .logical(let logical): return logical ? "TRUE" : "FALSE"
    }
  }
}

extension Parameter where Value == Unicode.Scalar? {
  /// A separator, of which the first character counts; one left empty between commas is no separator.
  fileprivate static func separator(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: false, lifts: true)) { (call) throws(CellError) in
      guard call.position < call.count else { return nil }
      guard let first = try (call.nextValue() ?? .blank).asText().unicodeScalars.first else {
        throw .value("A separator must not be empty.")
      }
      return first
    }
  }
}
