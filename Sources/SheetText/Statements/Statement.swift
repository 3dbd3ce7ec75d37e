import Diagnostics

/// One statement of a sheet.
package struct Statement: Sendable {
  /// What a statement says.
  ///
  /// Whoever asks a statement something may copy it, which is to be one reference whatever its kind.
  package enum Kind: Sendable {
    case cell(CellDefinition)
    indirect case input(InputDefinition)
    indirect case table(TableDefinition)
    /// `sheet Inputs`, which starts the next grid.
    indirect case grid(WrittenText)
    indirect case check(CheckDefinition)
    indirect case test(TestDefinition)
    indirect case event(EventDefinition)
    indirect case state(StateDefinition)
    indirect case service(ServiceDefinition)
    indirect case action(ActionDefinition)
    indirect case fetch(FetchDefinition)
    indirect case use(UseDefinition)
    indirect case binding(BindingDefinition)
    indirect case modes(ModesDefinition)
    indirect case chart(ChartDefinition)
    indirect case option(OptionDefinition)
    /// What could not be read; the name it was about to define, so that nobody reports that as unknown.
    indirect case invalid(defining: WrittenText?)
  }

  package let kind: Kind
  private let packedSpan: PackedSpan
  // Few statements have any, so that the others need no room for it.
  private let boxedDocumentation: Box<Documentation>?
  // All statements below a line have the name on it in common.
  private let sharedGrid: Box<String>?

  package init(kind: Kind, span: SourceSpan, documentation: Documentation? = nil, grid: String? = nil) {
    self.init(kind: kind, span: span, documentation: documentation, sharedGrid: grid.map(Box.init))
  }

  init(kind: Kind, span: SourceSpan, documentation: Documentation?, sharedGrid: Box<String>?) {
    self.kind = kind
    packedSpan = PackedSpan(span)
    boxedDocumentation = documentation.map(Box.init)
    self.sharedGrid = sharedGrid
  }

  /// The statement at another place, where it may say something else of itself.
  func moved(to span: SourceSpan, kind: Kind, documentation: Documentation?) -> Statement {
    Statement(kind: kind, span: span, documentation: documentation, sharedGrid: sharedGrid)
  }

  /// From the first character to the end of the last; comments before and after are not part of it.
  package var span: SourceSpan { packedSpan.span }

  package var documentation: Documentation? { boxedDocumentation?.value }

  /// The name on the `sheet` line above; `nil` in the part of the file before the first such line.
  package var grid: String? { sharedGrid?.value }

  /// Whether it defines a cell, or cells, as most do; asking takes less than a look at what it says.
  package var isCell: Bool { if case .cell = kind { true } else { false } }

  /// Whether it fills cells of a grid with one formula.
  package var isFill: Bool { if case .cell(let cell) = kind, case .area = cell.target { true } else { false } }

  /// The cell of a grid that it defines alone; row and column count from 0.
  package var address: (row: Int, column: Int)? {
    guard case .cell(let cell) = kind, case .address(let row, let column, _) = cell.target else { return nil }
    return (row, column)
  }

  /// What the statement says of itself: the one place below the rooms above that tells the kinds apart.
  package var definition: any StatementDefinition {
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

  /// The name the statement defines; `nil` for a cell of the grid, a check, a test, a binding and a `sheet` line.
  package var definedName: WrittenText? {
    // Most statements are cells, whose name needs no box.
    if case .cell(let cell) = kind { return cell.target.name }
    return definition.definedName
  }

  /// All formulas of the statement, in the order of the text except that the rows of tables have none.
  package var formulas: [SheetFormula] { definition.formulas.map(\.formula) }
}
