import CellModel
import Formulas
import Functions

/// An example of a function whose arguments can be given from elsewhere.
struct ExampleCall {
  let example: Example
  private let tree: FormulaTree
  /// The literals that may stand in cells of their own, with their values.
  let literals: [(index: FormulaTree.Index, value: CellValue)]

  init(_ example: Example, catalog: FunctionCatalog) {
    self.example = example
    tree = FormulaParser.parse(example.formula, dialect: .sheet).tree.withAbsoluteReferences()
    literals = tree.movableLiterals(catalog)
  }

  var numbers: [(index: FormulaTree.Index, value: CellValue)] { literals.filter { $0.value.number != nil } }

  /// The formula as it stands, its references absolute.
  var text: String { tree.text() }

  /// The formula with literals replaced by cells or names.
  func text(_ moved: [(index: FormulaTree.Index, value: CellValue)], at place: (Int) -> String) -> String {
    let places = Dictionary(uniqueKeysWithValues: moved.enumerated().map { ($1.index, place($0)) })
    return tree.replacing { (_, index, _) in places[index].map { .name($0, sheet: nil) } }.text()
  }
}

extension FormulaTree {
  /// The same formula wherever it is filled to.
  fileprivate func withAbsoluteReferences() -> FormulaTree {
    func fixed(_ coordinate: Coordinate) -> Coordinate { Coordinate(Int(coordinate.value), absolute: true) }
    return replacing { (node, _, _) in
      guard case .reference(let reference) = node else { return nil }
      let shape: GridReference.Shape =
        switch reference.shape {
        case .cell(let row, let column): .cell(row: fixed(row), column: fixed(column))
        case .area(let row, let column, let row2, let column2):
          .area(row: fixed(row), column: fixed(column), row2: fixed(row2), column2: fixed(column2))
        case .columns(let first, let last): .columns(fixed(first), fixed(last))
        case .rows(let first, let last): .rows(fixed(first), fixed(last))
        case .deleted: .deleted
        }
      return .reference(GridReference(shape, sheet: reference.sheet))
    }
  }

  /// The literals for which a cell may stand without another meaning.
  ///
  /// An array constant holds literals only, and a parameter that takes cells says whether it was given some. Where any
  /// number of values may follow, a number in a cell counts as one in the formula does; a text or a logical does not.
  fileprivate func movableLiterals(_ catalog: FunctionCatalog) -> [(index: Index, value: CellValue)] {
    var fixed: Set<Index> = []
    var direct: [Index: ParameterInfo] = [:]
    for node in nodes {
      switch node {
      case .array(_, _, let elements): fixed.formUnion(elements)
      case .call(let name, let arguments):
        guard let function = catalog.function(named: name) else { continue }
        for (position, argument) in arguments.enumerated() { direct[argument] = function.info(ofArgument: position) }
      default: break
      }
    }
    return nodes.enumerated().compactMap { (place, node) in
      let index = Index(place)
      if fixed.contains(index) { return nil }
      let takesOneValue = direct[index]?.lifts ?? true
      switch node {
      case .number(let number, _) where takesOneValue || direct[index]?.repeats == true: return (index, .number(number))
      case .text(let text) where takesOneValue: return (index, .text(text))
      case .logical(let logical) where takesOneValue: return (index, .logical(logical))
      default: return nil
      }
    }
  }
}
