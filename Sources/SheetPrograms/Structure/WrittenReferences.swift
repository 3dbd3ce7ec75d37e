import CellModel
import Diagnostics
import Formulas
import SheetText

/// The addresses of a formula where they stand in its text, so that they can be written anew and the rest left as it is.
struct WrittenReferences {
  struct Reference {
    let span: SourceSpan
    /// Whether it means the grid that is changed.
    let isConcerned: Bool
    /// What stands in its place: itself, with the signs of a range that trims its edges.
    fileprivate let tree: FormulaTree
    let shape: GridReference.Shape

    fileprivate func edit(to shape: GridReference.Shape) -> TextEdit? {
      shape == self.shape ? nil : TextEdit(span, tree.mappingReferences { $0.shape = shape }.text())
    }
  }

  let references: [Reference]

  /// - Parameter concerns: Whether a sheet before an address, or none, means the grid that is changed.
  init(_ formula: SheetFormula, in source: SourceText, concerns: (SheetPrefix?) -> Bool) {
    if formula.isConstant {
      references = []
      return
    }
    references = formula.tree.references.compactMap { found in
      let tree = FormulaParser.parse(source[found.span]).tree
      guard let written = tree.references.first?.value else { return nil }
      return Reference(
        span: found.span, isConcerned: concerns(found.value.sheet), tree: tree, shape: written.shape)
    }
  }

  /// The shapes behind a change, in the order of ``references``.
  func shapes(under change: GridChange) -> [GridReference.Shape] {
    references.map { $0.isConcerned ? $0.shape.adjusted(for: change) : $0.shape }
  }

  /// What gives the references other shapes.
  func edits(to shapes: [GridReference.Shape]) -> [TextEdit] { zip(references, shapes).compactMap { $0.edit(to: $1) } }
}
