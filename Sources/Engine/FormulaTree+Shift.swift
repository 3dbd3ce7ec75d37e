import FormulaSyntax

extension FormulaTree {
  func shifted(rows: Int, columns: Int) -> FormulaTree {
    var copy = self
    for (i, n) in nodes.enumerated() {
      guard case .reference(var r) = n else { continue }
      func mc(_ c: Coordinate) -> Coordinate { c.isAbsolute ? c : Coordinate(Int(c.value) + columns) }
      func mr(_ c: Coordinate) -> Coordinate { c.isAbsolute ? c : Coordinate(Int(c.value) + rows) }
      switch r.shape {
      case .cell(let row, let column): r.shape = .cell(row: mr(row), column: mc(column))
      case .area(let a, let b, let c, let d): r.shape = .area(row: mr(a), column: mc(b), row2: mr(c), column2: mc(d))
      default: break
      }
      copy.nodes[i] = .reference(r)
    }
    return copy
  }
}
