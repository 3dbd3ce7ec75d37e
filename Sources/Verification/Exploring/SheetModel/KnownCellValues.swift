import Propagation

/// What is remembered of cells' values, as plain memory that several threads may read; good until the next snapshot is looked at.
struct KnownCellValues {
  let layout: StateLayout.View
  let nodes: UnsafePointer<PlainNodes.Node>
  let nodeCount: Int
  let inputs: UnsafePointer<Int32>
  /// The most inputs that a formula has.
  let mostInputs: Int

  /// How many numbers ``values(of:_:)`` needs room for.
  var room: Int { nodeCount + mostInputs }

  /// Finds the values of all cells in a snapshot that is packed; `false` when one of them is not known.
  func values(of snapshot: UnsafePointer<UInt64>, _ values: UnsafeMutablePointer<UInt32>) -> Bool {
    let key = values + nodeCount
    for index in 0..<nodeCount {
      let node = nodes + index
      switch node.pointee.kind {
      case .slot: values[index] = layout.number(at: Int(node.pointee.number), of: snapshot)
      case .constant: values[index] = node.pointee.number
      case .formula:
        guard let table = node.pointee.table, let known = node.pointee.values, !node.pointee.isEmpty else {
          return false
        }
        var hash = FlatTable.Hash()
        for place in 0..<node.pointee.inputCount {
          key[place] = values[Int(inputs[node.pointee.inputStart + place])]
          hash.add(key[place], at: place)
        }
        guard node.pointee.inputCount > 0 else {
          values[index] = known[0]
          continue
        }
        guard let entry = table.entry(of: key, hash) else { return false }
        values[index] = known[entry]
      }
    }
    return true
  }
}

/// The nodes of cells as plain memory, and what is remembered of each.
struct PlainNodes: ~Copyable {
  struct Node {
    enum Kind { case slot, constant, formula }
    var kind: Kind
    /// The slot or the number.
    var number: UInt32 = 0
    var inputStart = 0
    var inputCount = 0
    var table: FlatTable.View?
    var isEmpty = true
    var values: UnsafePointer<UInt32>?
  }

  private var nodes = Store<Node>()
  private var inputs = Store<Int32>()

  /// Takes what cells remember by now, for snapshots that a layout packs.
  mutating func take(_ cells: CellNodes, _ layout: StateLayout) -> KnownCellValues {
    nodes.removeAll()
    inputs.removeAll()
    for node in cells.list {
      switch node {
      case .slot(let slot): nodes.append(Node(kind: .slot, number: UInt32(slot)))
      case .constant(let number): nodes.append(Node(kind: .constant, number: number))
      case .formula(_, let named, let memo):
        let start = inputs.count
        for input in named { inputs.append(Int32(input)) }
        let memo = cells.memos[memo]
        nodes.append(
          Node(
            kind: .formula, inputStart: start, inputCount: named.count, table: memo.table.view,
            isEmpty: memo.values.isEmpty, values: memo.values.base))
      }
    }
    return KnownCellValues(
      layout: layout.view(), nodes: nodes.base, nodeCount: nodes.count, inputs: inputs.base,
      mostInputs: cells.mostInputs)
  }
}
