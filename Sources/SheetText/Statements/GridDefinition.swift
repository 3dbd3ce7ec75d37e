import Diagnostics

/// `sheet Inputs`, which starts the next grid.
package struct GridDefinition: StatementDefinition {
  package var name: WrittenText

  package init(name: WrittenText) { self.name = name }

  package var definedName: WrittenText? { nil }
  package var formulas: [StatementFormula] { [] }
}

/// What could not be read, with the name that it was about to define.
package struct InvalidDefinition: StatementDefinition {
  package var definedName: WrittenText?

  package init(definedName: WrittenText?) { self.definedName = definedName }

  package var formulas: [StatementFormula] { [] }
}
