import CellModel
import Diagnostics
import Formulas
import SheetText

/// What a kind of statement means to the sheet as a whole, before anything of it runs.
///
/// Each kind has a file in `Statements`; ``Statement/meaning`` is the one place of this room that tells them apart. What
/// has no default here is asked of every kind.
package protocol StatementMeaning: StatementDefinition {
  /// The cells that bear its name, or its name and a part of it.
  ///
  /// - Parameter moments: What actions tell of themselves that something in the program reads as a value.
  func cells(_ moments: [ActionMoment]) -> [StatementCell]
  /// Whether it says what happens in time.
  var isAboutTime: Bool { get }

  /// The word for what it defines, where no cell bears its name alone.
  var word: String? { get }
  /// What it asks to hold after every change.
  var conditions: [StatementCondition] { get }
  /// Whether its name is one of the whole program, however deep the sheet is used that defines it.
  var isNameOfProgram: Bool { get }
  /// Whether it can be made to happen from outside by its name.
  var isTrigger: Bool { get }
  /// Whether it has actions, of its own or in the rows of a table.
  var hasActions: Bool { get }
  /// The sheet that it uses under its name.
  var usedSheet: WrittenText? { get }
  /// Why a sheet that has it cannot be in the rows of a table: what it is, and its place.
  var obstacleInRows: (what: String, span: SourceSpan)? { get }
  /// The name that it was about to define when it could not be read.
  var unreadName: WrittenText? { get }
}

extension StatementMeaning {
  package var word: String? { nil }
  package var conditions: [StatementCondition] { [] }
  package var isNameOfProgram: Bool { false }
  package var isTrigger: Bool { false }
  package var hasActions: Bool { false }
  package var usedSheet: WrittenText? { nil }
  package var obstacleInRows: (what: String, span: SourceSpan)? { nil }
  package var unreadName: WrittenText? { nil }
}

extension Statement {
  package var meaning: any StatementMeaning {
    switch kind {
    case .cell(let definition): definition
    case .input(let definition): definition
    case .table(let definition): definition
    case .grid(let name): GridDefinition(name: name)
    case .check(let definition): definition
    case .test(let definition): definition
    case .event(let definition): definition
    case .state(let definition): definition
    case .service(let definition): definition
    case .action(let definition): definition
    case .fetch(let definition): definition
    case .use(let definition): definition
    case .binding(let definition): definition
    case .modes(let definition): definition
    case .chart(let definition): definition
    case .option(let definition): definition
    case .invalid(let name): InvalidDefinition(definedName: name)
    }
  }
}

/// A cell that a statement makes: a named cell of a sheet, a column in a table of sheets.
package struct StatementCell: Sendable {
  /// What stands behind the statement's name, as in `add.isEnabled`; `nil` for the cell that bears the name alone.
  package var part: String?
  package var kind: CellKind
  package var content: CellContent
  package var format: String?

  init(part: String? = nil, _ kind: CellKind, _ content: CellContent, format: String? = nil) {
    self.part = part
    self.kind = kind
    self.content = content
    self.format = format
  }

  /// The full name of the cell, after that of its statement.
  package func name(of statement: String) -> String { part.map { "\(statement).\($0)" } ?? statement }
}

/// What a cell has in it when the sheet is loaded.
package enum CellContent: Sendable {
  /// Nothing, until something happens.
  case nothing
  case value(CellValue)
  case formula(SheetFormula, isConstant: Bool)
  /// A formula that is made of those of the statement.
  case composed(FormulaTree)
  /// The first value of a state.
  case first(SheetFormula)
  case input(InputDefinition)
}

/// A condition that a statement asks to hold.
package struct StatementCondition: Sendable {
  package enum Kind: String, Sendable {
    case always, never, modes

    /// A check as a sheet writes it: `always "…"`, `never "…"`, `modes form`.
    package func title(of label: String) -> String {
      self == .modes ? "\(rawValue) \(label)" : "\(rawValue) \"\(label)\""
    }
  }

  package var label: String
  /// The place of the label.
  package var labelSpan: SourceSpan
  package var kind: Kind
  package var span: SourceSpan
  package var condition: FormulaTree
  /// What names the cells that are shown when it does not hold.
  package var shown: FormulaTree
  package var modes: ModesFormulas?

  /// The condition with its trees understood in another way.
  package func mapping(_ map: (FormulaTree) -> FormulaTree) -> StatementCondition {
    var mapped = self
    mapped.modes = modes?.mapping(map)
    mapped.condition = mapped.modes?.check ?? map(condition)
    mapped.shown = mapped.modes?.shown ?? map(shown)
    return mapped
  }
}
