import CellModel
import Functions

/// Functions that summarise a field of the records of a table that meet some criteria.
enum DatabaseFunctions: FunctionFamily {
  static let title = "Database"

  static let functions: [SheetFunction] = [
    numeric(
      "DSUM", "Adds a field of the records that meet the criteria.", keepsKind: true,
      [
        example("DSUM", "{\"Age\",\"Name\"}, {\"Age\";\">20\"}") => [[.number(55), .number(0)]],
        example("DSUM", "\"Age\", {\"Age\";\">20\"}") => 55, example("DSUM", "2, {\"Name\";\"A\"}") => 30,
        example("DSUM", "\"Age\", {\"Age\";\">99\"}") => 0, example("DSUM", "\"Pay\", {\"Age\";\">20\"}") => .value,
      ]
    ) { PlainSum.of($0) },
    numeric(
      "DPRODUCT", "Multiplies a field of the records that meet the criteria.",
      [
        example("DPRODUCT", "{\"Age\",\"Name\"}, {\"Age\";\">20\"}") => [[.number(750), .number(0)]],
        example("DPRODUCT", "\"Age\", {\"Age\";\">20\"}") => 750, example("DPRODUCT", "2, {\"Name\";\"Cid\"}") => 20,
        example("DPRODUCT", "\"Age\", {\"Age\";\">99\"}") => 0, example("DPRODUCT", "3, {\"Age\";1}") => .value,
      ]
    ) { $0.isEmpty ? 0 : $0.reduce(1, *) },
    numeric(
      "DAVERAGE", "Gives the mean of a field of the records that meet the criteria.", keepsKind: true,
      [
        example("DAVERAGE", "{\"Age\",\"Name\"}, {\"Age\";\">20\"}") => [[.number(27.5), .error(.divisionByZero)]],
        example("DAVERAGE", "\"Age\", {\"Age\";\">20\"}") => 27.5, example("DAVERAGE", "2, {\"Name\";\"Ann\"}") => 30,
        example("DAVERAGE", "\"Age\", {\"Age\";\">99\"}") => .divisionByZero,
        example("DAVERAGE", "0, {\"Age\";1}") => .value,
      ]
    ) { PlainSum.mean($0) },
    numeric(
      "DMAX", "Gives the largest number in a field of the records that meet the criteria.", keepsKind: true,
      [
        example("DMAX", "{\"Age\",\"Name\"}, {\"Age\";\">20\"}") => [[.number(30), .number(0)]],
        example("DMAX", "\"Age\", {\"Age\";\"<30\"}") => 25, example("DMAX", "2, {\"Name\";\"=ann\"}") => 30,
        example("DMAX", "\"Age\", {\"Age\";\">99\"}") => 0, example("DMAX", "\"?\", {\"Age\";1}") => .value,
      ]
    ) { $0.max() ?? 0 },
    numeric(
      "DMIN", "Gives the smallest number in a field of the records that meet the criteria.", keepsKind: true,
      [
        example("DMIN", "{\"Age\",\"Name\"}, {\"Age\";\">20\"}") => [[.number(25), .number(0)]],
        example("DMIN", "\"Age\", {\"Age\";\">20\"}") => 25, example("DMIN", "2, {\"Age\";20;30}") => 20,
        example("DMIN", "\"Age\", {\"Age\";\">99\"}") => 0, example("DMIN", "\"?\", {\"Age\";1}") => .value,
      ]
    ) { $0.min() ?? 0 },
    numeric(
      "DVAR", "Estimates the variance of a field from the records that meet the criteria.",
      [
        example("DVAR", "{\"Age\",\"Name\"}, {\"Age\";\">20\"}") => [[.number(12.5), .error(.divisionByZero)]],
        example("DVAR", "\"Age\", {\"Age\";\">20\"}") => 12.5, example("DVAR", "2, {\"Age\";\"<>25\"}") => 50,
        example("DVAR", "\"Age\", {\"Name\";\"Ann\"}") => .divisionByZero, example("DVAR", "9, {\"Age\";1}") => .value,
      ]
    ) { Variance.sample.of($0) },
    numeric(
      "DVARP", "Gives the variance of a field of the records that meet the criteria.",
      [
        example("DVARP", "{\"Age\",\"Name\"}, {\"Age\";\">20\"}") => [[.number(6.25), .error(.divisionByZero)]],
        example("DVARP", "\"Age\", {\"Age\";\">20\"}") => 6.25, example("DVARP", "2, {\"Name\";\"Ann\"}") => 0,
        example("DVARP", "\"Age\", {\"Age\";\">99\"}") => .divisionByZero, example("DVARP", "9, {\"Age\";1}") => .value,
      ]
    ) { Variance.population.of($0) },
    numeric(
      "DSTDEV", "Estimates the standard deviation of a field from the records that meet the criteria.",
      [
        example("DSTDEV", "{\"Age\",\"Name\"}, {\"Age\";\">20\"}") => [
          [.number(3.5355339059327378), .error(.divisionByZero)]
        ],
        example("DSTDEV", "\"Age\", {\"Age\";\">20\"}") => 3.5355339059327378,
        example("DSTDEV", "2, {\"Name\";\"?nn\";\"Cid\"}") => 7.0710678118654755,
        example("DSTDEV", "\"Age\", {\"Name\";\"Ann\"}") => .divisionByZero,
        example("DSTDEV", "9, {\"Age\";1}") => .value,
      ]
    ) { Variance.sample.of($0)?.squareRoot() },
    numeric(
      "DSTDEVP", "Gives the standard deviation of a field of the records that meet the criteria.",
      [
        example("DSTDEVP", "{\"Age\",\"Name\"}, {\"Age\";\">20\"}") => [[.number(2.5), .error(.divisionByZero)]],
        example("DSTDEVP", "\"Age\", {\"Age\";\">20\"}") => 2.5, example("DSTDEVP", "2, {\"Name\";\"Ann\"}") => 0,
        example("DSTDEVP", "\"Age\", {\"Age\";\">99\"}") => .divisionByZero,
        example("DSTDEVP", "9, {\"Age\";1}") => .value,
      ]
    ) { Variance.population.of($0)?.squareRoot() },
    dcount, dcounta, dget,
  ]

  static let dcount = SheetFunction(
    "DCOUNT", "Counts the records that meet the criteria and hold a number in a field.", database,
    field(isRequired: false),
    criteria,
    traits: [.readsDynamically, .takesEachReference, .refusesRanges],
    examples: [
      example("DCOUNT", "{\"Age\",\"Name\"}, {\"Age\";\">20\"}") => [[.number(2), .number(0)]],
      example("DCOUNT", "\"Age\", {\"Age\";\">20\"}") => 2, example("DCOUNT", "\"Name\", {\"Age\";\">20\"}") => 0,
      example("DCOUNT", ", {\"Age\";\">20\"}") => 2, example("DCOUNT", "\"?\", {\"Age\";\">20\"}") => .value,
    ]
  ) { (cells, field, criteria) throws(CellError) in
    try DatabaseQuestion.answer("DCOUNT", cells, field, criteria) { (table) throws(CellError) in
      try count(field, in: table) { $0.number != nil }
    }
  }

  static let dcounta = SheetFunction(
    "DCOUNTA", "Counts the records that meet the criteria and hold something in a field.", database,
    field(isRequired: false), criteria, traits: [.readsDynamically, .takesEachReference, .refusesRanges],
    examples: [
      example("DCOUNTA", "{\"Age\",\"Name\"}, {\"Age\";\">20\"}") => [[.number(2), .number(2)]],
      example("DCOUNTA", "\"Name\", {\"Age\";\">20\"}") => 2, example("DCOUNTA", "1, {\"Age\";\">20\";\"<21\"}") => 3,
      example("DCOUNTA", ", {\"Age\";\">99\"}") => 0, example("DCOUNTA", "\"?\", {\"Age\";\">20\"}") => .value,
    ]
  ) { (cells, field, criteria) throws(CellError) in
    try DatabaseQuestion.answer("DCOUNTA", cells, field, criteria) { (table) throws(CellError) in
      try count(field, in: table) { !$0.isBlank }
    }
  }

  /// How many records meet the criteria, and where a field is said hold what counts in it.
  private static func count(
    _ field: CellValue?, in table: DatabaseTable, where counts: (CellValue) -> Bool
  ) throws(CellError) -> CellValue {
    let counted = table.counted(field)
    let values = try table.values(of: counted)
    return .number(Double(counted == nil ? values.count : values.count(where: counts)))
  }

  static let dget = SheetFunction(
    "DGET", "Gives a field of the one record that meets the criteria.", database, field(isRequired: true), criteria,
    traits: [.readsDynamically, .takesEachReference, .refusesRanges],
    examples: [
      example("DGET", "{\"Age\",\"Name\"}, {\"Age\";25}") => [[.number(25), .text("Bob")]],
      example("DGET", "\"Name\", {\"Age\";25}") => "Bob", example("DGET", "\"age\", {\"Name\";\"=cid\"}") => 20,
      example("DGET", "\"Name\", {\"Age\";\">20\"}") => .number,
      example("DGET", "\"Name\", {\"Age\";\">99\"}") => .value,
    ]
  ) { (cells, field, criteria) throws(CellError) in
    try DatabaseQuestion.answer("DGET", cells, field, criteria) { (table) throws(CellError) in
      // Records with nothing in the field are passed over, as in Excel.
      let values = try table.values(of: field ?? .blank).filter { !$0.isBlank }
      guard let value = values.first else { throw .value("No record meets the criteria.") }
      guard values.count == 1 else { throw .number("More than one record meets the criteria.") }
      return value
    }
  }

  private static let database: Parameter<CellRange> = .range("database", "the table with its headers in the first row")
  private static let criteria: Parameter<CellRange> = .range(
    "criteria",
    "headers and below them conditions, all of a row together, one row or another; a formula about the first record "
      + "stands below a header that names no field")

  private static func field(isRequired: Bool) -> Parameter<CellValue?> {
    let help =
      isRequired
      ? "the header of a column, or its number, not a range"
      : "the header of a column, or its number, not a range; empty for whole records"
    return .optionalAnything("field", help).required
  }

  /// A function of the numbers in a field; too few of them give `#DIV/0!`.
  private static func numeric(
    _ name: String, _ summary: String, keepsKind: Bool = false, _ examples: [Example],
    _ kernel: @escaping @Sendable ([Double]) -> Double?
  ) -> SheetFunction {
    SheetFunction(
      name, summary, database, field(isRequired: true), criteria,
      traits: [.readsDynamically, .takesEachReference, .refusesRanges],
      examples: examples
    ) {
      (cells, field, criteria) throws(CellError) -> CellValue in
      try DatabaseQuestion.answer(name, cells, field, criteria) { (table) throws(CellError) in
        var numbers: [Double] = []
        var kinds = CommonKind()
        for value in try table.values(of: field ?? .blank) {
          if case .error(let error) = value { throw error }
          guard case .number(let number, let kind) = value else { continue }
          numbers.append(number)
          kinds.add(kind)
        }
        guard let result = kernel(numbers) else { throw .divisionByZero("Too few numbers meet the criteria.") }
        return CellValue(checking: result).withKind(keepsKind ? kinds.kind : .plain)
      }
    }
  }

  /// A call on the table of the examples: Ann is 30, Bob 25, Cid 20.
  private static func example(_ name: String, _ rest: String) -> String {
    "\(name)({\"Name\",\"Age\";\"Ann\",30;\"Bob\",25;\"Cid\",20}, \(rest))"
  }
}
