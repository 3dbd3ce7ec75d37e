import CellModel
import Functions

/// LET and LAMBDA, which give names to values, ISOMITTED, and PREVIOUS and CURRENT, which know where they stand.
///
/// Their arguments are names and expressions, which no parameter can carry, so whoever evaluates a formula carries them
/// out. They are declared by hand for their words and their arity; the body is reached only by a caller that has no
/// expressions, and says so.
enum Binding: FunctionFamily {
  static let title = "Names inside a formula"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "LET", "Gives names to values and then the result of an expression that uses them.",
      parameters: [
        ParameterInfo("name", "a name for the value that follows", isDeferred: true),
        ParameterInfo("name_value", "the value; it may use the names before it", isDeferred: true),
        ParameterInfo(
          "calculation", "the result, or the next name; names and values go on in pairs", isDeferred: true,
          repeats: true),
      ],
      form: .binding,
      examples: [
        "LET(x, 5, x + 1)" => 6, "LET(x, 2, y, x * 3, y - x)" => 4,
        "LET(a, {1,2,3}, a * a)" => [[.number(1), .number(4), .number(9)]],
        "LET(double, LAMBDA(n, n * 2), double(21))" => 42, "LET(x, 1/0, x)" => .divisionByZero,
      ],
      body: needsEvaluator("LET")),

    SheetFunction(
      "LAMBDA", "Makes a function of its parameters, to be called, named, or passed to MAP and its kin.",
      parameters: [
        ParameterInfo(
          "parameter_or_calculation", "the parameters, in brackets if they may be left out, and last what to calculate",
          isDeferred: true, repeats: true)
      ],
      form: .lambda,
      examples: [
        "LAMBDA(x, x + 1)(2)" => 3, "LAMBDA(a, b, a & b)(\"x\", \"y\")" => "xy", "LAMBDA(7)()" => 7,
        "MAP({1,2}, LAMBDA(x, x * 10))" => [[.number(10), .number(20)]], "LAMBDA(x, x)(1, 2)" => .value,
      ],
      body: needsEvaluator("LAMBDA")),

    SheetFunction(
      "ISOMITTED", "Tells whether an argument of a LAMBDA was left out.",
      parameters: [ParameterInfo("argument", "the name of a parameter")],
      examples: [
        "LAMBDA(a, [b], IF(ISOMITTED(b), a, a + b))(1)" => 1, "LAMBDA(a, [b], IF(ISOMITTED(b), a, a + b))(1, 2)" => 3,
        "LAMBDA(a, [b], ISOMITTED(b))(1, )" => true, "LAMBDA(a, ISOMITTED(a))(0)" => false,
        "LAMBDA(a, ISOMITTED(a))()" => .value,
      ],
      body: { (call) throws(CellError) in
        if case .omitted = call.next() { .value(true) } else { .value(false) }
      }),

    SheetFunction(
      "PREVIOUS", "Gives the value of a column one row up, in a column formula of a table; Excel has no such function.",
      parameters: [
        ParameterInfo("column", "a column of the same table, also the one whose formula this is", isDeferred: true),
        ParameterInfo(
          "first", "the value in the first row, which has none above it; blank without it", isRequired: false,
          isDeferred: true),
      ],
      form: .previous, source: "Sheaf",
      examples: [
        "PREVIOUS(1)" => .value, "PREVIOUS(1, 0)" => .value, "PREVIOUS({1,2})" => .value,
        "IFERROR(PREVIOUS(1, 0), \"no table\")" => "no table",
      ],
      body: { (_) throws(CellError) in throw .value("PREVIOUS reads a column of its own table, one row up.") }),

    SheetFunction(
      "CURRENT", "Gives what stands left of the operator before it, computed so far; Excel has no such function.",
      parameters: [], form: .current, source: "LibreOffice",
      examples: [
        "1 + 2 + CURRENT()" => 6, "\"choo\" & CURRENT()" => "choochoo", "{1,2} + CURRENT()" => [[2, 4]],
        "CURRENT()" => .value, "7 + IF(CURRENT() > 5, 1, 2)" => 8,
      ],
      body: needsEvaluator("CURRENT")),
  ]

  private static func needsEvaluator(
    _ name: String
  ) -> @Sendable (inout Arguments) throws(CellError) -> Operand {
    { (_) throws(CellError) in throw .value("\(name) needs the expressions of a formula.") }
  }
}
