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
    /// The whole path that ends in the address of a used sheet's cell.
    fileprivate var path: SourceSpan?

    fileprivate func edit(to shape: GridReference.Shape) -> TextEdit? {
      if shape == self.shape { return nil }
      let span = shape == .deleted ? path ?? span : span
      return TextEdit(span, tree.mappingReferences { $0.shape = shape }.text())
    }
  }

  let references: [Reference]

  /// - Parameter concerns: Whether a sheet before an address, or none, means the grid that is changed.
  init(_ formula: SheetFormula, in source: SourceText, _ used: UsedSheets, concerns: (SheetPrefix?) -> Bool) {
    if formula.isConstant {
      references = []
      return
    }
    func reference(_ span: SourceSpan, _ isConcerned: Bool, path: SourceSpan? = nil) -> Reference? {
      let tree = FormulaParser.parse(source[span]).tree
      guard let written = tree.references.first?.value else { return nil }
      return Reference(span: span, isConcerned: isConcerned, tree: tree, shape: written.shape, path: path)
    }
    let tree = formula.tree
    let farCorners = used.farCorners(in: tree)
    references =
      tree.references.compactMap { found in
        reference(found.span, !farCorners.contains(found.index) && concerns(found.value.sheet))
      }
      + used.cells(in: tree).compactMap { index in
        guard case .member(_, let field) = tree[index] else { return nil }
        let path = tree.span(of: index)
        return reference(SourceSpan(path.upper - field.utf8.count, path.upper), false, path: path)
      }
  }

  /// The shapes behind a change, in the order of ``references``.
  func shapes(under change: GridChange) -> [GridReference.Shape] {
    references.map { $0.isConcerned ? $0.shape.adjusted(for: change) : $0.shape }
  }

  /// What gives the references other shapes.
  func edits(to shapes: [GridReference.Shape]) -> [TextEdit] { zip(references, shapes).compactMap { $0.edit(to: $1) } }
}
