import CellModel

/// All functions known to an engine, as a value.
public struct FunctionCatalog: Sendable {
  /// One family with its title, in the order of addition.
  public struct Family: Sendable {
    public let title: String
    public let functions: [SheetFunction]
  }

  public private(set) var families: [Family] = []
  private var byName: [String: SheetFunction] = [:]
  private var byForm: [FunctionForm: SheetFunction] = [:]
  /// Adds the functions that LibreOffice has otherwise; see ``StandInNames``. They are listed nowhere before.
  private var addStandIns: (@Sendable (FunctionCatalog) -> FunctionCatalog)?

  public init() {}

  /// The catalog with one more family. A name that is there already stops the program: it is a mistake of its author.
  public func adding(_ family: any FunctionFamily.Type) -> FunctionCatalog {
    let source = family.source
    return adding(title: family.title, family.functions.map { function in function.withSource { _ in source } })
  }

  public func adding(title: String, _ functions: [SheetFunction]) -> FunctionCatalog {
    var result = self
    result.add(title: title, functions)
    return result
  }

  /// Adds the functions of a family in place: a catalog of many families is not copied for each.
  package mutating func add(title: String, _ functions: [SheetFunction]) {
    families.append(Family(title: title, functions: functions))
    for function in functions {
      if function.form != .call { byForm[function.form] = function }
      for name in [function.name] + function.aliases {
        let former = byName.updateValue(function, forKey: FunctionNames.capitals(name))
        precondition(former == nil, "\(name) is defined twice")
      }
    }
  }

  /// The catalog with functions that ``addingStandIns`` adds.
  package func withStandIns(_ add: @escaping @Sendable (FunctionCatalog) -> FunctionCatalog) -> FunctionCatalog {
    var result = self
    result.addStandIns = add
    return result
  }

  /// The catalog for formulas of OpenDocument files.
  package var addingStandIns: FunctionCatalog { addStandIns?(self) ?? self }

  /// The name of the function that stands in for another in formulas of OpenDocument; `nil` where Excel's is called.
  package func standIn(for name: String) -> String? {
    let name = StandInNames.prefix + name.uppercased()
    return byName[name] == nil ? nil : name
  }

  public var functions: [SheetFunction] { families.flatMap(\.functions) }
  public var names: [String] { byName.keys.sorted() }

  /// The function of a name or alias, in any case, with or without the prefixes that files carry, or as OpenFormula
  /// spells it.
  public func function(named name: String) -> SheetFunction? {
    if let found = byName[name] { return found }
    return byName[FunctionNames.capitals(name)] ?? byName[FunctionNames.plain(name)]
  }

  /// The function of a form that is not a call.
  public func function(of form: FunctionForm) -> SheetFunction? { byForm[form] }

  /// Why there is no function of a name that other programs have, as a sentence; `nil` for any other name.
  public func absence(of name: String) -> String? {
    function(named: name) == nil ? HostFunctions.reason(for: name) : nil
  }
}
