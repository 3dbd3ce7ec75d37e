import CellModel

/// A formula over a run of rows while rows or columns are inserted or deleted around it.
struct ShiftedFormula: Equatable {
  let template: TemplateID
  var references: [GroupReference]
  var area: Area
  /// The numbers of the references of which nothing is left.
  var deleted: Set<Int> = []

  init(template: TemplateID, references: [GroupReference], area: Area) {
    self.template = template
    self.references = references
    self.area = area
  }

  /// What becomes of it, cut where its references part ways.
  func parts(under shift: GridShift, isTable: (GridID) -> Bool) -> [ShiftedFormula] {
    if shift.axis == .rows, area.grid == shift.grid, isTable(area.grid) { return partOfTable(under: shift) }
    var parts: [ShiftedFormula] = []
    var start = Int(area.top)
    let last = Int(area.bottom)
    for cut in cuts(under: shift).sorted() + [last + 1] where cut > start {
      let end = min(cut - 1, last)
      if start <= end, let part = moved(rows: start...end, by: shift, isTable) { parts.append(part) }
      start = max(start, cut)
    }
    return parts
  }

  /// What becomes of it in a table, where the formula of a column goes on for all rows and means the same in each.
  ///
  /// Where each row has a group of its own, new rows get that of the row above, and those at the top that of the first row.
  private func partOfTable(under shift: GridShift) -> [ShiftedFormula] {
    var result = self
    let (top, bottom) = (Int(area.top), Int(area.bottom))
    if shift.isInsertion {
      if top > 0, top >= shift.at { result.area.top += Int32(shift.count) }
      if bottom >= shift.at - 1 { result.area.bottom += Int32(shift.count) }
      return [result]
    }
    guard let (first, last) = shift.moved(top, through: bottom) else { return [] }
    (result.area.top, result.area.bottom) = (Int32(first), Int32(last))
    return [result]
  }

  /// The rows at which it has to be cut: between two of them every corner of every reference moves by one and the same
  /// count.
  private func cuts(under shift: GridShift) -> Set<Int> {
    guard shift.axis == .rows else { return [] }
    var cuts: Set<Int> = []
    // A corner in a row that is deleted stays where it is while its formula moves on: a cut at each such row.
    let borders = shift.isInsertion ? shift.at...shift.at : shift.at...shift.at + shift.count
    if area.grid == shift.grid { cuts.formUnion([borders.lowerBound, borders.upperBound]) }
    for reference in references where reference.grid == shift.grid {
      if reference.topIsRelative { cuts.formUnion((borders - Int(reference.top)).clamped(to: area.rowRange)) }
      if reference.bottomIsRelative { cuts.formUnion((borders - Int(reference.bottom)).clamped(to: area.rowRange)) }
    }
    return cuts
  }

  private func moved(rows: RowRange, by shift: GridShift, _ isTable: (GridID) -> Bool) -> ShiftedFormula? {
    var result = self
    result.area = Area(grid: area.grid, column: Int(area.left), rows: rows)
    if area.grid == shift.grid {
      guard let moved = shift.moved(result.area) else { return nil }
      result.area = moved
    }
    let (from, to) = (rows.lowerBound, Int(result.area.top))
    for (number, reference) in references.enumerated() {
      if reference.grid != shift.grid || isTable(shift.grid) {
        result.references[number] = area.grid == shift.grid ? reference.rebased(from: from, to: to) : reference
      } else if let moved = reference.moved(by: shift, from: from, to: to) {
        result.references[number] = moved
      } else {
        result.references[number] = reference.placed(reference.area(at: from), at: to, turnedAt: from)
        result.deleted.insert(number)
      }
    }
    return result
  }
}

extension GroupReference {
  /// A reference to another grid, which means the same cells from a formula that has moved.
  fileprivate func rebased(from: Int, to: Int) -> GroupReference {
    var result = self
    if topIsRelative { result.top += Int32(from - to) }
    if bottomIsRelative { result.bottom += Int32(from - to) }
    return result
  }

  /// The reference to what is left of its cells, from a formula that has moved; `nil` when nothing is.
  fileprivate func moved(by shift: GridShift, from: Int, to: Int) -> GroupReference? {
    shift.moved(area(at: from)).map { placed($0, at: to, turnedAt: from) }
  }

  /// The reference to an area, with the corners in the order in which they stood in a row.
  fileprivate func placed(_ area: Area, at row: Int, turnedAt former: Int) -> GroupReference {
    let isTurned = topRow(at: former) > bottomRow(at: former)
    var turned = area
    if isTurned { (turned.top, turned.bottom) = (area.bottom, area.top) }
    var result = GroupReference(
      turned, relativeTo: row, topIsRelative: topIsRelative, bottomIsRelative: bottomIsRelative, isCell: isCell)
    result.isPlaceOnly = isPlaceOnly
    return result
  }
}
