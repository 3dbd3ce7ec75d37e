import CellModel

/// What is known about the cells that the text defines, by their address.
///
/// Named cells lie in one column, one below the other, and are most of a large sheet; they stand in a list by their row,
/// all others in a dictionary.
struct DefinitionTable {
  private let namesGrid: GridID
  private var named: [LiveSheet.Definition?] = []
  private var others: [CellAddress: LiveSheet.Definition] = [:]

  init(namesGrid: GridID) { self.namesGrid = namesGrid }

  subscript(address: CellAddress) -> LiveSheet.Definition? {
    get {
      guard address.grid == namesGrid, address.column == 0, address.row >= 0 else { return others[address] }
      return Int(address.row) < named.count ? named[Int(address.row)] : nil
    }
    set {
      guard address.grid == namesGrid, address.column == 0, address.row >= 0 else {
        others[address] = newValue
        return
      }
      while named.count <= Int(address.row) { named.append(nil) }
      named[Int(address.row)] = newValue
    }
  }
}
