import CellModel
import Diagnostics
import Engine
import Formulas
import Functions
import SheetPrograms
import SheetText

/// All that formulas of a sheet may name, and what they name in vain.
struct SheetNames {
  let loaded: LoadedProgram

  private var engine: Engine { loaded.engine }

  /// A LAMBDA that cannot be called by its name, and an ordinary name that is an address.
  func misleading(_ cell: CellDefinition, in source: SourceText) -> LiveFinding? {
    switch cell.target {
    case .name(let name):
      // Hardly any formula is a LAMBDA, and a look at it costs less than one for the name among functions.
      guard cell.isCallable(in: loaded.environment.catalog),
        loaded.environment.catalog.function(named: name.text) != nil
      else {
        return nil
      }
      return .hidesFunction(name.text, name.span)
    case .address(_, let column, let span):
      let (isFar, letters) = (column >= 702, source.bytes[span.lower..<span.upper])
      var isSmall = false
      for letter in letters {
        // A prompt takes cells of any grid, as in Inputs!B2, and one who names the grid means a cell of it.
        if letter == Ascii.exclamation || letter == Ascii.dollar { return nil }
        if Ascii.isLetter(letter), letter == Ascii.lowercased(letter) { isSmall = true }
      }
      return isFar || isSmall ? .addressForName(source[span], span) : nil
    case .area: return nil
    }
  }

  /// What is wrong with the names of one formula.
  func findings(in tree: FormulaTree, columns: Set<String> = []) -> [Diagnostic] {
    var finder = NameFinder(loaded, loaded.units[0])
    finder.check(tree, columns: columns)
    return finder.diagnostics
  }

  /// The actions and services that stand in an expression which has a value at once.
  func misplaced(in tree: FormulaTree) -> [Diagnostic] {
    var finder = NameFinder(loaded, loaded.units[0])
    finder.checkOtherNames(tree)
    return finder.diagnostics
  }

  /// All names that a formula may use, for suggestions and completion.
  var known: [String] {
    let scope = loaded.scope
    let names = loaded.grids.namesMoved ? loaded.program.cellNames : engine.names.all(in: scope)
    return names.filter { !$0.isEmpty && $0 != "_" && engine.names.binding(of: $0, in: scope) != nil }
      + loaded.tableDefinitions.map(\.name) + loaded.workbooks.names
  }

  /// Functions over streams, which mean something only where time does.
  static let timeFunctions = RunReader.builtIn.union(StreamFunctions.names).union([ServiceFunctions.elapsed])

  /// Whether a function is known by a name to every sheet, be it one of formulas, of streams or of requests.
  func isFunction(_ name: String) -> Bool {
    loaded.environment.catalog.function(named: FunctionNames.plain(name)) != nil || Self.isTimeFunction(name)
  }

  /// Whether a function of streams, answers or time has a name.
  static func isTimeFunction(_ name: String) -> Bool {
    let plain = FunctionNames.plain(name)
    return timeFunctions.contains(plain) || GuardedCalls.argumentCounts(of: plain) != nil
  }

  var sheets: [String] {
    engine.names.sheets(in: loaded.scope).compactMap {
      if case .sheet(let name) = engine.grids.kind(of: $0) { name } else { nil }
    }
      + loaded.workbooks.sheetNames
  }
}

extension LiveSheet {
  /// All names that a formula may use, for suggestions and completion.
  package var knownNames: [String] { loaded.names.known }

  package var sheetNames: [String] { loaded.names.sheets }

  /// What is wrong with the names of one formula.
  func findings(in tree: FormulaTree) -> [Diagnostic] { loaded.names.findings(in: tree) }
}
