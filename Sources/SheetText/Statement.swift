import Diagnostics

/// One statement of a sheet.
package struct Statement: Sendable {
  /// What a statement says.
  package enum Kind: Sendable {
    case cell(CellDefinition)
    indirect case input(InputDefinition)
    indirect case table(TableDefinition)
    /// `sheet Inputs`, which starts the next grid.
    case grid(WrittenText)
    case check(CheckDefinition)
    case test(TestDefinition)
    indirect case event(EventDefinition)
    indirect case state(StateDefinition)
    indirect case service(ServiceDefinition)
    indirect case action(ActionDefinition)
    indirect case fetch(FetchDefinition)
    case use(UseDefinition)
    case binding(BindingDefinition)
    case modes(ModesDefinition)
    /// What could not be read; the name it was about to define, so that nobody reports that as unknown.
    case invalid(defining: WrittenText?)
  }

  package var kind: Kind
  /// From the first character to the end of the last; comments before and after are not part of it.
  package var span: SourceSpan
  package var documentation: Documentation?
  /// The name on the `sheet` line above; `nil` in the part of the file before the first such line.
  package var grid: String?

  package init(kind: Kind, span: SourceSpan, documentation: Documentation? = nil, grid: String? = nil) {
    self.kind = kind
    self.span = span
    self.documentation = documentation
    self.grid = grid
  }

  /// The name the statement defines; `nil` for a cell of the grid, a check, a test, a binding and a `sheet` line.
  package var definedName: WrittenText? {
    switch kind {
    case .cell(let cell): cell.target.name
    case .input(let input): input.name
    case .table(let table): table.name
    case .event(let event): event.name
    case .state(let state): state.name
    case .service(let service): service.name
    case .action(let action): action.name
    case .fetch(let fetch): fetch.name
    case .use(let use): use.name
    case .modes(let modes): modes.name
    case .invalid(let name): name
    case .grid, .check, .test, .binding: nil
    }
  }
}
