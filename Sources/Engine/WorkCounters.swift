/// The work an engine has done, in counts that are equal on every machine.
///
/// Who does more work than must be is found by them: tests assert them, and people see them with `--stats` and `:stats`.
package struct WorkCounters: Sendable, Hashable {
  /// Cells that were evaluated.
  package var evaluated = 0
  /// Those of them whose value did not change, so that their dependents stayed clean.
  package var cutOff = 0
  /// Those of them that were evaluated as blocks of a column of numbers.
  package var inBlocks = 0
  /// Those of them that the general program evaluated: texts, arrays, lookups, and what no fast way was found for.
  package var generally = 0
  /// How often a cell was ordered behind another.
  package var rankRaises = 0
  /// How many indexes and answers functions have made to look things up in, and how often one was there already.
  package var indexesMade = 0
  package var indexHits = 0

  package init() {}

  package static func += (total: inout WorkCounters, work: WorkCounters) {
    total.evaluated += work.evaluated
    total.cutOff += work.cutOff
    total.inBlocks += work.inBlocks
    total.generally += work.generally
    total.rankRaises += work.rankRaises
    total.indexesMade += work.indexesMade
    total.indexHits += work.indexHits
  }
}

/// The memory that the parts of an engine take for their tables, in bytes, without what texts and arrays point to.
package struct MemoryUse: Sendable, Hashable {
  /// Numbers, blanks and logicals of all cells, 8 bytes each.
  package var cells = 0
  /// What does not fit into 8 bytes, such as texts.
  package var values = 0
  /// Formulas and the references in them; filled cells share one.
  package var formulas = 0
  /// Who reads whom.
  package var dependencies = 0

  package init() {}

  package static func += (total: inout MemoryUse, use: MemoryUse) {
    total.cells += use.cells
    total.values += use.values
    total.formulas += use.formulas
    total.dependencies += use.dependencies
  }
}
