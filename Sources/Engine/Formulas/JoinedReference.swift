/// What a reference of a group and that of a formula right below it come to as one reference of both.
enum JoinedReference: Equatable {
  /// The reference of the group is that of the formula, too.
  case same
  /// They are not written alike, and yet one reference means the cells of both: `B1 = A1 * 2` and `B2 = A1 * 3` read one
  /// cell, `x_3 = x_2 * 2` and `x_4 = x_3 * 3` cells that lie below each other.
  case both(GroupReference)
  /// They are numbers, another for each row.
  case numbers

  /// `nil` where they cannot be one.
  ///
  /// - Parameters:
  ///   - former: A reference of a group with rows.
  ///   - next: The reference of a formula of the same template that stands in the row below.
  init?(_ former: GroupReference, in rows: RowRange, _ next: GroupReference) {
    if former == next {
      self = .same
    } else if next.ownNumber != nil {
      guard former.isListed || former.ownNumber != nil else { return nil }
      self = .numbers
    } else {
      guard let both = former.joined(in: rows, with: next) else { return nil }
      self = both == former ? .same : .both(both)
    }
  }
}

/// A corner of a reference: a row, or how far it lies from the formula's.
private struct Corner: Equatable {
  var row: Int32
  var isRelative: Bool

  func row(at formulaRow: Int) -> Int { isRelative ? formulaRow + Int(row) : Int(row) }

  /// The corner that is this one in some rows, and another one in the row below them.
  func joined(in rows: RowRange, with next: Corner) -> Corner? {
    if self == next { return self }
    let below = rows.upperBound + 1
    let (own, other) = (row(at: rows.upperBound), next.row(at: below))
    if rows.count == 1 {
      // How the formula of one row goes on is decided by the next.
      if own == other { return Corner(row: Int32(own), isRelative: false) }
      return own + 1 == other ? Corner(row: Int32(other - below), isRelative: true) : nil
    }
    return row(at: below) == other ? self : nil
  }
}

extension GroupReference {
  /// The reference to the cells that it means in some rows and another one in the row below; `nil` where there is none.
  fileprivate func joined(in rows: RowRange, with next: GroupReference) -> GroupReference? {
    guard grid == next.grid, left == next.left, right == next.right, isCell == next.isCell,
      isPlaceOnly == next.isPlaceOnly, isMeasured == next.isMeasured, mayBeMissing == next.mayBeMissing, !isListed,
      ownNumber == nil,
      let top = Corner(row: top, isRelative: topIsRelative)
        .joined(in: rows, with: Corner(row: next.top, isRelative: next.topIsRelative)),
      let bottom = Corner(row: bottom, isRelative: bottomIsRelative)
        .joined(in: rows, with: Corner(row: next.bottom, isRelative: next.bottomIsRelative))
    else { return nil }
    var both = self
    (both.top, both.topIsRelative) = (top.row, top.isRelative)
    (both.bottom, both.bottomIsRelative) = (bottom.row, bottom.isRelative)
    return both
  }
}
