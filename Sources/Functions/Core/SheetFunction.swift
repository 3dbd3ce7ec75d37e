import CellModel

/// One function of the catalog: its name, words, parameters, examples and body, all in one declaration.
///
/// The parameters carry the rules of coercion, lifting, errors and blanks, so the body has none. Arity, signature, help,
/// completion, reference pages and tests are computed from the declaration.
public struct SheetFunction: Sendable {
  public var name: String { declaration.name }
  /// What it does, as a sentence with its full stop.
  public var summary: String { declaration.summary }
  public var parameters: [ParameterInfo] { declaration.parameters }
  public var examples: [Example] { declaration.examples }
  public var aliases: [String] { declaration.aliases }
  public var traits: Traits { declaration.traits }
  /// How a formula takes its arguments.
  public var form: FunctionForm { declaration.form }
  /// The operation that does the same to a column of plain numbers; `nil` when there is none.
  public var kernel: NumericKernel? { declaration.kernel }
  /// What it makes of the numbers of its one range; `nil` for any other function.
  public var aggregate: NumberAggregate? { declaration.aggregate }
  /// Where the meaning is laid down, such as `OpenFormula §6.12`; `nil` when nobody says.
  public var source: String? { declaration.source ?? findSource?(name) }
  /// What every copy of the function shares, so that a copy costs next to nothing.
  let declaration: Declaration
  /// Finds the source by the name, when somebody asks: hundreds of functions are listed before one is called.
  private let findSource: (@Sendable (String) -> String?)?

  final class Declaration: Sendable {
    let name: String
    let summary: String
    let parameters: [ParameterInfo]
    let examples: [Example]
    let aliases: [String]
    let traits: Traits
    let form: FunctionForm
    let source: String?
    let body: @Sendable (inout Arguments) throws(CellError) -> Operand
    let numericBody: NumericBody?
    let boxedBody: BoxedBody?
    let keyedBody: KeyedBody?
    let kernel: NumericKernel?
    let aggregate: NumberAggregate?
    /// Beside `parameters`, because a call asks often.
    let rules: CallRules
    /// How many of the last parameters form the group that repeats.
    let repeatingCount: Int
    let arity: (min: Int, max: Int?)

    init(
      name: String, summary: String, parameters: [ParameterInfo], examples: [Example], aliases: [String],
      traits: Traits, form: FunctionForm, source: String?, numericBody: NumericBody?,
      boxedBody: BoxedBody?, keyedBody: KeyedBody?, kernel: NumericKernel?, aggregate: NumberAggregate?,
      body: @escaping @Sendable (inout Arguments) throws(CellError) -> Operand
    ) {
      self.name = name
      self.summary = summary
      self.parameters = parameters
      self.examples = examples
      self.aliases = aliases
      self.traits = traits
      self.form = form
      self.source = source
      self.body = body
      self.numericBody = numericBody
      self.boxedBody = boxedBody
      self.keyedBody = keyedBody
      self.kernel = kernel
      self.aggregate = aggregate
      rules = CallRules(parameters, traits, form)
      repeatingCount = parameters.reversed().prefix { $0.repeats }.count
      arity = (parameters.lastIndex { $0.isRequired }.map { $0 + 1 } ?? 0, repeatingCount > 0 ? nil : parameters.count)
    }

    /// Whether it may be called with so many arguments.
    @inline(__always)
    func takes(_ count: Int) -> Bool { count >= arity.min && arity.max.map { count <= $0 } ?? true }
  }

  /// Makes a function by hand, for what fits no typed parameter; say why beside the call.
  public init(
    _ name: String, _ summary: String, parameters: [ParameterInfo], aliases: [String] = [], traits: Traits = [],
    form: FunctionForm = .call, source: String? = nil, examples: [Example],
    body: @escaping @Sendable (inout Arguments) throws(CellError) -> Operand
  ) {
    self.init(
      name, summary, parameters: parameters.map(ParameterPart.init), aliases: aliases, traits: traits, form: form,
      source: source, examples: examples, numericBody: nil, body: body)
  }

  @usableFromInline init(
    _ name: String, _ summary: String, parameters: [ParameterPart], aliases: [String], traits: Traits,
    form: FunctionForm = .call, source: String?, examples: [Example], numericBody: NumericBody?,
    boxedBody: BoxedBody? = nil, keyedBody: KeyedBody? = nil, kernel: NumericKernel? = nil,
    aggregate: NumberAggregate? = nil,
    body: @escaping @Sendable (inout Arguments) throws(CellError) -> Operand
  ) {
    let parameters = parameters.map(\.info)
    let hidesInTheMiddle = Self.hidesInTheMiddle(parameters)
    self.init(
      Declaration(
        name: name, summary: summary, parameters: parameters.filter { !$0.isHidden }, examples: examples,
        aliases: aliases, traits: traits, form: form, source: source,
        numericBody: hidesInTheMiddle ? nil : numericBody,
        boxedBody: traits.contains(.iterates) || hidesInTheMiddle ? nil : boxedBody,
        keyedBody: traits.contains(.iterates) ? nil : keyedBody, kernel: kernel,
        aggregate: aggregate,
        body: traits.contains(.iterates) ? Self.counting(body) : body),
      findSource: nil)
  }

  /// Whether a parameter that stands for no argument comes before one that does.
  private static func hidesInTheMiddle(_ parameters: [ParameterInfo]) -> Bool {
    parameters.drop { !$0.isHidden }.contains { !$0.isHidden }
  }

  /// How many steps a call costs that iterates.
  private static var iterationSteps: Int { 64 }

  private static func counting(
    _ body: @escaping @Sendable (inout Arguments) throws(CellError) -> Operand
  ) -> @Sendable (inout Arguments) throws(CellError) -> Operand {
    { (call) throws(CellError) in
      try call.context.takeSteps(iterationSteps)
      return try body(&call)
    }
  }

  private init(_ declaration: Declaration, findSource: (@Sendable (String) -> String?)?) {
    self.declaration = declaration
    self.findSource = findSource
  }

  /// The function with a source that is found by its name, unless it names one.
  package func withSource(_ find: @escaping @Sendable (String) -> String?) -> SheetFunction {
    SheetFunction(declaration, findSource: find)
  }

  /// The fewest and the most arguments; `nil` is any number.
  public var arity: (min: Int, max: Int?) { declaration.arity }

  private var repeatingCount: Int { declaration.repeatingCount }

  /// Whether the argument at a position is evaluated only when the body asks for it.
  public func isDeferred(argument position: Int) -> Bool { info(ofArgument: position)?.isDeferred ?? false }

  /// The parameter that an argument at a position belongs to, counting through a repeating group.
  public func info(ofArgument position: Int) -> ParameterInfo? {
    if position < parameters.count { return parameters[position] }
    guard repeatingCount > 0 else { return nil }
    let start = parameters.count - repeatingCount
    return parameters[start + (position - start) % repeatingCount]
  }

  /// The signature as shown in help, such as `ROUND(number, [digits])`.
  public var signature: String {
    var parts = parameters.map { $0.isRequired ? $0.name : "[\($0.name)]" }
    if repeatingCount > 0 { parts.append("…") }
    return "\(name)(\(parts.joined(separator: ", ")))"
  }
}

/// What a parameter is called, how it reads, and how it takes part in lifting.
public struct ParameterInfo: Sendable {
  public var name: String
  public var help: String
  public var isRequired: Bool
  /// Whether the function runs once per element when the argument is an array.
  public var lifts: Bool
  public var isDeferred: Bool
  /// Whether left empty it is 0 or FALSE, while left out it is something else.
  public var emptyIsZero = false
  /// Whether a logical is one of its own values, not a number in disguise.
  public var takesLogicals = false
  /// What it makes of values that are no numbers, when it takes many values.
  public var reading: ValueReading?
  /// Whether more arguments of this kind may follow.
  public var repeats: Bool
  /// Whether it stands for no argument, as `.context` does.
  public var isHidden: Bool

  public init(
    _ name: String, _ help: String, isRequired: Bool = true, lifts: Bool = false, isDeferred: Bool = false,
    repeats: Bool = false, isHidden: Bool = false
  ) {
    self.name = name
    self.help = help
    self.isRequired = isRequired
    self.lifts = lifts
    self.isDeferred = isDeferred
    self.repeats = repeats
    self.isHidden = isHidden
  }
}

/// A formula and what it gives, shown in help and run as a test.
public struct Example: Sendable {
  public let formula: String
  public let result: CellValue

  public init(_ formula: String, _ result: CellValue) {
    self.formula = formula
    self.result = result
  }
}

infix operator => : ComparisonPrecedence

public func => (formula: String, result: ExampleResult) -> Example { Example(formula, result.value) }

/// The right side of an example: a literal, `[[…]]` for an array, or an error by its short name.
public struct ExampleResult: Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  public let value: CellValue
  public init(_ value: CellValue) { self.value = value }
  public init(floatLiteral value: Double) { self.value = .number(value) }
  public init(integerLiteral value: Int) { self.value = .number(Double(value)) }
  public init(stringLiteral value: String) { self.value = .text(value) }
  public init(booleanLiteral value: Bool) { self.value = .logical(value) }
  public init(arrayLiteral rows: [CellValue]...) { value = .array(CellArray(rows)) }

  public static var blank: ExampleResult { ExampleResult(.blank) }
  public static var null: ExampleResult { ExampleResult(.error(.null)) }
  public static var divisionByZero: ExampleResult { ExampleResult(.error(.divisionByZero)) }
  public static var value: ExampleResult { ExampleResult(.error(.value)) }
  public static var reference: ExampleResult { ExampleResult(.error(.reference)) }
  public static var name: ExampleResult { ExampleResult(.error(.name)) }
  public static var number: ExampleResult { ExampleResult(.error(.number)) }
  public static var notAvailable: ExampleResult { ExampleResult(.error(.notAvailable)) }
  public static var calculation: ExampleResult { ExampleResult(.error(.calculation)) }
  public static var spill: ExampleResult { ExampleResult(.error(.spill)) }
}

/// Functions that belong together and share a file.
public protocol FunctionFamily {
  static var title: String { get }
  /// Where the meaning of its functions is laid down, unless a function says otherwise.
  static var source: String? { get }
  static var functions: [SheetFunction] { get }
}

extension FunctionFamily {
  public static var source: String? { nil }
}
