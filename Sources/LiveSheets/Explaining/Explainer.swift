import CellModel
import Engine
import Formulas
import Functions
import SheetText

/// A value with its formula, every intermediate result, and what it was made of.
package struct Explanation: Sendable {
  package var cell: CellInfo
  package var value: CellValue
  package var text: String
  package var formula: String?
  /// The expression that a binding sets the cell to.
  package var binding: String?
  /// Every part of the formula that computes something, innermost first, with what it gave.
  package var steps: [(expression: String, text: String)]
  package var precedents: [Explanation]
  /// Whether the cell has been explained further up, so that its own precedents are left out here.
  package var isRepeated: Bool
  /// What it is made of that is not explained, neither here nor further up, by name.
  package var leftOut: [String] = []
  package var error: CellError? { if case .error(let error) = value { error } else { nil } }
}

/// Says why cells have their values: their formulas, every intermediate result, and what they were made of.
struct Explainer {
  private let loaded: LoadedProgram
  /// The bindings of the sheet itself, by which inputs follow expressions.
  private let bindings: [BindingForm]
  private var engine: Engine { loaded.engine }

  init(_ loaded: LoadedProgram, _ bindings: [BindingForm]) {
    self.loaded = loaded
    self.bindings = bindings
  }

  /// How far down precedents are followed.
  private static let mostDepth = 64
  /// How many cells are explained one below the other and side by side.
  private static let mostCells = 500

  /// What has been explained, while one explanation is made.
  private struct Shown {
    /// The steps that were left below each cell when it was explained; all there are where nothing was left out.
    var steps: [CellInfo: Int] = [:]
    var count = 0
  }

  /// Explains a cell down to the inputs, or so many steps down.
  func explanation(of cell: CellInfo, depth: Int? = nil) -> Explanation {
    engine.settings.atTimeOfCells {
      var shown = Shown()
      return explain(cell, stepsLeft: min(depth ?? Self.mostDepth, Self.mostDepth), &shown).explanation
    }
  }

  /// Explains an expression that no cell has and that stands at a place.
  func explanation(
    of tree: FormulaTree, at place: CellAddress, written: String, depth: Int? = nil
  ) -> Explanation {
    engine.settings.atTimeOfCells {
      explanationOfNow(tree, at: place, written: written, depth: min(depth ?? Self.mostDepth, Self.mostDepth))
    }
  }

  private func explanationOfNow(
    _ tree: FormulaTree, at place: CellAddress, written: String, depth: Int
  ) -> Explanation {
    let value = engine.expressions.evaluate(tree, at: place, isInCell: false)
    return Explanation(
      cell: CellInfo(name: written, address: place, kind: .formula), value: value,
      text: summary(of: value, format: loaded.formats.format(of: tree)), formula: nil,
      steps: steps(of: tree, at: place),
      precedents: explanations(in: tree, at: place, depth: depth - 1).reduce(into: []) { known, next in
        if !known.contains(where: { $0.cell == next.cell }) { known.append(next) }
      }, isRepeated: false)
  }

  /// What a tree names where it stands, each explained so many steps down.
  private func explanations(in tree: FormulaTree, at place: CellAddress, depth: Int) -> [Explanation] {
    var shown = Shown()
    return areas(in: tree, at: place).filter(isThere).map {
      explain(info(ofPrecedent: $0), stepsLeft: depth, &shown).explanation
    }
  }

  /// - Returns: The explanation, and whether nothing below it is left out.
  private func explain(
    _ cell: CellInfo, stepsLeft: Int, _ shown: inout Shown
  ) -> (explanation: Explanation, isWhole: Bool) {
    let value = loaded.lookup.value(of: cell)
    var result = Explanation(
      cell: cell, value: value, text: summary(of: value, format: cell.format),
      formula: cell.area == nil ? cell.formulaText : nil, steps: [], precedents: [], isRepeated: false)
    if let former = shown.steps[cell], former >= stepsLeft {
      result.isRepeated = true
      return (result, former == .max)
    }
    // A cell that depends on itself is met again below itself.
    shown.steps[cell] = .max
    shown.count += 1
    if cell.area == nil { result.binding = binding(of: cell.address)?.text }
    if cell.area == nil, let tree = engine.formulas.tree(at: cell.address) {
      result.steps = steps(of: tree, at: cell.address)
    }
    var isWhole = true
    for precedent in precedents(of: cell, value) {
      if stepsLeft > 0, shown.count < Self.mostCells {
        let next = explain(precedent, stepsLeft: stepsLeft - 1, &shown)
        result.precedents.append(next.explanation)
        isWhole = isWhole && next.isWhole
      } else {
        result.leftOut.append(precedent.name)
        isWhole = false
      }
    }
    shown.steps[cell] = isWhole ? .max : stepsLeft
    return (result, isWhole)
  }

  /// What a cell is made of: what its formula reads, of many cells the one that spoils the result, and for a part of a
  /// spill the formula that filled it.
  private func precedents(of cell: CellInfo, _ value: CellValue) -> [CellInfo] {
    if let area = cell.area {
      guard case .array(let array) = value, let index = array.elements.firstIndex(where: \.isError) else { return [] }
      let address = CellAddress(
        grid: area.grid, row: Int(area.top) + index / array.columns, column: Int(area.left) + index % array.columns)
      return [original(of: loaded.lookup.info(at: address))]
    }
    if engine.formulas.hasFormula(at: cell.address) {
      return engine.dependencies.precedents(of: cell.address).filter(isThere).map(info(ofPrecedent:))
    }
    if let anchor = engine.spills.anchor(covering: cell.address) { return [loaded.lookup.info(at: anchor)] }
    return binding(of: cell.address)?.areas.map(info(ofPrecedent:)) ?? []
  }

  /// The cell of a sheet in a row that a cell of the table shows by the same name; else the cell itself.
  private func original(of cell: CellInfo) -> CellInfo {
    guard engine.formulas.hasFormula(at: cell.address) else { return cell }
    let read = engine.dependencies.precedents(of: cell.address)
    guard read.count == 1, read[0].isSingleCell, case let shown = loaded.lookup.info(at: read[0].topLeft),
      shown.name == cell.name
    else { return cell }
    return shown
  }

  /// The binding that sets a cell, one way or both: its expression, and the areas that this names.
  private func binding(of address: CellAddress) -> (text: String, areas: [Area])? {
    for binding in bindings {
      if binding.target == address {
        let text = binding.value.unit.document.source[binding.value.span]
        return (text, binding.value.reads(in: engine, row: nil).areas)
      }
      if let model = binding.model, model.cell == address { return (binding.targetName, [Area(binding.target)]) }
    }
    return nil
  }

  /// Whether an area has cells; a row that its table does not have has none, and the error says so that comes of it.
  private func isThere(_ area: Area) -> Bool {
    guard case .table = engine.grids.kind(of: area.grid) else { return true }
    return Int(area.top) < engine.grids.rowCount(of: area.grid) || !area.isSingleCell
  }

  private func info(ofPrecedent area: Area) -> CellInfo {
    if area.isSingleCell { return loaded.lookup.info(at: area.topLeft) }
    var info = CellInfo(name: engine.name(of: area), address: area.topLeft, area: area, kind: .range)
    info.format = loaded.formats.commonFormat(in: area)
    return info
  }

  /// The parts of a formula that compute something, innermost first, with their values.
  private func steps(of tree: FormulaTree, at address: CellAddress) -> [(expression: String, text: String)] {
    var steps: [(expression: String, text: String)] = []
    let hidden = insideFunctions(tree)
    for position in tree.nodes.indices where position != tree.nodes.count - 1 && steps.count < 40 {
      let index = FormulaTree.Index(position)
      guard !hidden.contains(index) else { continue }
      switch tree[index] {
      case .unary(.minus, let operand):
        if case .number = tree[operand] { continue }
      case .binary(.range, _, _), .binary(.union, _, _), .unary(.plus, _): continue
      case .binary, .unary, .call, .apply: break
      default: continue
      }
      let part = tree.subtree(at: index)
      if case .call(let name, _) = part[part.root], form(of: name) == .lambda { continue }
      steps.append((part.text(), summary(of: engine.expressions.evaluate(part, at: address), format: nil)))
    }
    return steps
  }

  /// The nodes inside LET and LAMBDA, whose names have no value outside.
  private func insideFunctions(_ tree: FormulaTree) -> Set<FormulaTree.Index> {
    var hidden: Set<FormulaTree.Index> = []
    for position in tree.nodes.indices.reversed() {
      let index = FormulaTree.Index(position)
      if hidden.contains(index) {
        hidden.formUnion(tree[index].operands)
        continue
      }
      guard case .call(let name, let arguments) = tree[index] else { continue }
      switch form(of: name) {
      case .binding, .lambda, .previous: hidden.formUnion(arguments)
      default: break
      }
    }
    return hidden
  }

  private func summary(of value: CellValue, format: String?) -> String {
    loaded.formats.values.explaining(value, format: format)
  }

  private func form(of function: String) -> FunctionForm? { loaded.environment.catalog.function(named: function)?.form }

  /// The cells that a tree names where it stands.
  func values(in tree: FormulaTree, at address: CellAddress) -> [ValueLine] {
    var lines: [ValueLine] = []
    for explanation in explanations(in: tree, at: address, depth: 5) { append(explanation, depth: 0, &lines) }
    return lines
  }

  /// What a tree names where it stands.
  private func areas(in tree: FormulaTree, at address: CellAddress) -> [Area] {
    var areas: [Area] = []
    // Of `people[2].name` the one cell is shown, not the table.
    var inside: Set<FormulaTree.Index> = []
    for position in tree.nodes.indices.reversed() {
      let index = FormulaTree.Index(position)
      switch tree[index] {
      case .subscript_(let base, _): inside.insert(base)
      case .member(let base, _): if case .subscript_ = tree[base] { inside.insert(base) }
      default: break
      }
    }
    for position in tree.nodes.indices {
      let index = FormulaTree.Index(position)
      switch tree[index] {
      case .name, .reference, .structured, .member: break
      default: continue
      }
      guard !inside.contains(index), let area = engine.expressions.area(of: tree.subtree(at: index), at: address) else {
        continue
      }
      areas.append(area)
    }
    return areas
  }

  private func append(_ explanation: Explanation, depth: Int, _ lines: inout [ValueLine]) {
    guard !explanation.isRepeated, lines.count < 24 else { return }
    lines.append(
      ValueLine(
        name: explanation.cell.name, text: explanation.text, formula: explanation.formula, depth: depth,
        reason: explanation.error.flatMap { $0.message.isEmpty ? nil : $0.message }))
    for precedent in explanation.precedents { append(precedent, depth: depth + 1, &lines) }
  }
}
