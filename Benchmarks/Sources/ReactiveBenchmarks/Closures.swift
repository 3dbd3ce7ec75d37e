/// A value and the functions that are called when it is set: what a program without a library would write.
final class Cell<Value> {
  var value: Value { didSet { for observer in observers { observer(value) } } }
  var observers: [(Value) -> Void] = []

  init(_ value: Value) { self.value = value }
}

/// The workloads by plain closures.
enum Closures {
  static func set(observers count: Int) -> Contest.Setup {
    {
      let cell = Cell(0)
      let tally = Tally()
      for _ in 0..<count { cell.observers.append { tally.note($0) } }
      return { updates in
        tally.deliveries = 0
        for value in 0..<updates { cell.value = value }
        return tally.deliveries
      }
    }
  }

  static func maps(_ count: Int) -> Contest.Setup {
    {
      let first = Cell(0)
      var last = first
      for _ in 0..<count {
        let next = Cell(last.value + 1)
        last.observers.append { next.value = $0 + 1 }
        last = next
      }
      let tally = Tally()
      last.observers.append { tally.note($0) }
      return { updates in
        tally.deliveries = 0
        for value in 0..<updates { first.value = value }
        return tally.deliveries
      }
    }
  }

  static func combineLatest(_ count: Int) -> Contest.Setup {
    {
      let cells = (0..<count).map { Cell($0) }
      let all = Cell(cells.map(\.value))
      for (index, cell) in cells.enumerated() { cell.observers.append { all.value[index] = $0 } }
      let tally = Tally()
      all.observers.append { tally.note($0[0]) }
      return { updates in
        tally.deliveries = 0
        for value in 0..<updates { cells[value % count].value = value }
        return tally.deliveries
      }
    }
  }

  /// The layers in order, by hand: what a program knows that has its whole graph before its eyes.
  static func diamond(layers: Int) -> Contest.Setup {
    {
      let first = Cell(0)
      let values = (0..<layers).map { _ in Cell((left: 0, right: 0, sum: 0)) }
      let tally = Tally()
      first.observers.append { value in
        var below = value
        for layer in values {
          layer.value.left = below + 1
          layer.value.right = below - 1
          layer.value.sum = (layer.value.left + layer.value.right) >> 1
          below = layer.value.sum
        }
        tally.note(below)
      }
      return { updates in
        tally.deliveries = 0
        for value in 0..<updates { first.value = value }
        return tally.deliveries
      }
    }
  }

  static func merge() -> (Int) -> Int {
    let (a, b, both) = (Cell(0), Cell(0), Cell(0))
    for cell in [a, b] { cell.observers.append { both.value = $0 } }
    let tally = Tally()
    both.observers.append { tally.note($0) }
    return { updates in
      tally.deliveries = 0
      for value in 0..<updates / 2 {
        a.value = value
        b.value = value
      }
      return tally.deliveries
    }
  }

  static func scan() -> (Int) -> Int {
    let (source, sum) = (Cell(0), Cell(0))
    source.observers.append { sum.value &+= $0 }
    let tally = Tally()
    sum.observers.append { tally.note($0) }
    return { updates in
      tally.deliveries = 0
      for value in 0..<updates { source.value = value }
      return tally.deliveries
    }
  }
}
