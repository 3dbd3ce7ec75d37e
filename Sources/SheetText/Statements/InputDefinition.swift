import Diagnostics

/// `input rate: number in 0..1 = 0.07 where rate <> 0.5`.
package struct InputDefinition: Sendable {
  package var name: WrittenText
  package var type: WrittenType?
  package var domain: Domain?
  package var initial: SheetFormula?
  package var format: WrittenText?
  package var condition: SheetFormula?
}

extension InputDefinition: StatementDefinition {
  package var definedName: WrittenText? { name }
  package var formulas: [StatementFormula] {
    domain.formulas + [initial, condition].compactMap { StatementFormula($0) }
  }
  package var valueSpan: SourceSpan? { initial?.span }
}
