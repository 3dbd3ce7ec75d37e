import CellModel

/// Addresses and rectangles in A1 notation.
extension FormulaResolver {
  mutating func resolve(_ reference: GridReference, at node: FormulaTree.Index) {
    let grids: [GridID]
    switch place.grids(of: reference) {
    case .success(let found): grids = found
    case .failure(let missing):
      if let name = missing.unknownName { unknownNames.append(name) }
      // Nothing but the text tells what is meant on a sheet that is not there.
      return fail(
        node, missing.binding, FormulaTree(nodes: [.reference(reference)], spans: [tree.span(of: node)]).text())
    }
    key.put(.reference)
    key.put(Int32(grids.count))
    if let sheet = reference.sheet {
      key.put(.namedSheet)
      // One sheet is shown by the name of the grid that is read.
      if let last = sheet.last { for name in [sheet.first, last] { key.put(name.lowercased()) } }
    }
    var numbers: [Int] = []
    for grid in grids {
      guard let resolved = resolved(reference.shape, in: grid) else { return fail(node, .deleted, "deleted") }
      numbers.append(references.count)
      references.append(resolved)
    }
    guard numbers.count == 1 else {
      bindings[node] = .areas(numbers)
      return
    }
    bindings[node] = references[numbers[0]].isCell ? .cell(numbers[0]) : .area(numbers[0])
  }

  /// Takes `@` before a column or a row for the one cell in it that the formula means, so that no other is read.
  ///
  /// Every cell of the run must have its own cell there; else the area stays what is read.
  mutating func narrow(_ operand: FormulaTree.Index, at node: FormulaTree.Index) {
    guard place.names.narrowsIntersections(from: place.cell.grid), case .area(let number)? = bindings[operand],
      place.names.isSheet(place.cell.grid)
    else { return }
    let reference = references[number]
    var cell = reference
    cell.isCell = true
    if reference.area.left == reference.area.right {
      let last = place.lastRow - place.cell.row
      let top = reference.topIsRelative ? reference.area.top + last : reference.area.top
      let bottom = reference.bottomIsRelative ? reference.area.bottom : reference.area.bottom - last
      guard reference.area.top <= place.cell.row, top <= place.lastRow, place.cell.row <= reference.area.bottom,
        place.cell.row <= bottom
      else { return }
      cell.area.top = place.cell.row
      cell.area.bottom = place.cell.row
      cell.topIsRelative = true
      cell.bottomIsRelative = true
    } else if reference.area.top == reference.area.bottom, reference.topIsRelative == reference.bottomIsRelative {
      guard (reference.area.left...reference.area.right).contains(place.cell.column) else { return }
      cell.area.left = place.cell.column
      cell.area.right = place.cell.column
    } else {
      return
    }
    key.put(.narrowed)
    references[number].isPlaceOnly = true
    bind(node, to: cell)
  }

  /// Makes a reference of an argument reach as far from its corner as that of another, because so much is read.
  ///
  /// Where the other does not grow down a column as it does, it reaches to the end of its columns.
  mutating func resize(_ argument: FormulaTree.Index, like other: FormulaTree.Index) {
    guard let number = bindings[argument]?.reference, let other = bindings[other]?.reference else { return }
    let like = references[other]
    var resized = references[number]
    guard place.names.isSheet(resized.area.grid) || place.names.isTable(resized.area.grid) else { return }
    let growth = [like, resized].map { [$0.topIsRelative, $0.bottomIsRelative] }
    if like.area.rows > resized.area.rows || growth[0] != growth[1] {
      let bottom = Int(resized.area.top) + like.area.rows - 1
      let keepsSize = like.topIsRelative == like.bottomIsRelative
      let growsAlike = !like.topIsRelative && !resized.topIsRelative
      let isOpen = like.area.bottom == Area.openEnd || resized.area.bottom == Area.openEnd
      if !isOpen, keepsSize || growsAlike, bottom + Int(place.lastRow - place.cell.row) <= Area.lastRow {
        resized.area.bottom = max(Int32(bottom), resized.area.bottom)
        resized.bottomIsRelative = keepsSize ? resized.topIsRelative : like.bottomIsRelative
      } else {
        resized.area.bottom = place.names.isTable(resized.area.grid) ? Area.openEnd : Int32(Area.lastRow)
        resized.bottomIsRelative = false
      }
    }
    resized.area.right = max(
      resized.area.right, min(resized.area.left + Int32(like.area.columns) - 1, Int32(Area.lastColumn)))
    guard resized != references[number] else { return }
    resized.isCell = false
    references[number] = resized
    bindings[argument] = .area(number)
    key.put(.resized)
    key.put(resized.topIsRelative, resized.bottomIsRelative)
  }

  private mutating func resolved(_ shape: GridReference.Shape, in grid: GridID) -> ResolvedReference? {
    switch shape {
    case .cell(let row, let column):
      key.put(.cell)
      key.put(row.isAbsolute, column.isAbsolute)
      let area = Area(
        grid: grid, top: Int(row.value), left: Int(column.value), bottom: Int(row.value), right: Int(column.value))
      return ResolvedReference(
        area, topIsRelative: !row.isAbsolute, bottomIsRelative: !row.isAbsolute, isCell: true)
    case .area(let top, let left, let bottom, let right):
      key.put(.area)
      key.put(top.isAbsolute, left.isAbsolute)
      key.put(bottom.isAbsolute, right.isAbsolute)
      key.put(byte: left.value <= right.value ? 1 : 0)
      let area = Area(
        grid: grid, top: Int(top.value), left: Int(min(left.value, right.value)), bottom: Int(bottom.value),
        right: Int(max(left.value, right.value)))
      return ResolvedReference(
        area, topIsRelative: !top.isAbsolute, bottomIsRelative: !bottom.isAbsolute, isCell: false)
    case .columns(let left, let right):
      key.put(.columns)
      key.put(left.isAbsolute, right.isAbsolute)
      let area = Area(
        grid: grid, top: 0, left: Int(min(left.value, right.value)), bottom: Area.lastRow,
        right: Int(max(left.value, right.value)))
      return ResolvedReference(area, isCell: false)
    case .rows(let top, let bottom):
      key.put(.rows)
      key.put(top.isAbsolute, bottom.isAbsolute)
      let area = Area(grid: grid, top: Int(top.value), left: 0, bottom: Int(bottom.value), right: Area.lastColumn)
      return ResolvedReference(
        area, topIsRelative: !top.isAbsolute, bottomIsRelative: !bottom.isAbsolute, isCell: false)
    case .deleted: return nil
    }
  }
}
