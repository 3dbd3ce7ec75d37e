import CellModel
import Engine

/// What is known about the cells that the text defines, by their address.
///
/// Named cells lie in one column, one below the other, and are most of a large sheet; they stand in a list by their row,
/// all others in a dictionary. ``order`` has the cells that a sheet is made for, in the order of their definition: each
/// once, and each of them has a definition.
struct DefinitionTable {
  private let namesGrid: GridID
  private var named: [Definition?] = []
  private var others: [CellAddress: Definition] = [:]
  private(set) var order: [CellAddress] = []
  /// Fills, in the order of their definition.
  private(set) var fills: [Fill] = []

  init(namesGrid: GridID) { self.namesGrid = namesGrid }

  subscript(address: CellAddress) -> Definition? {
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

  /// The fill that an address lies in.
  func fill(at address: CellAddress) -> Fill? { fills.first { $0.area.contains(address) } }

  mutating func add(_ fill: Fill) { fills.append(fill) }

  /// Lists a cell behind the others; one that is defined for the first time.
  mutating func list(_ address: CellAddress) { order.append(address) }

  /// Takes a cell off the list, as its name goes; its definition stays for when it comes again.
  mutating func unlist(_ address: CellAddress) { order.removeAll { $0 == address } }
}
