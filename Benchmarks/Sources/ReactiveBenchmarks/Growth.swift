import ReactiveCore

/// What must grow with the size of the thing and no faster, and what must not grow at all.
enum Growth {
  static var measurements: [(name: String, run: () throws -> [Row])] {
    [
      ("attach observers to one source", attachments),
      ("subscribe and dispose", subscriptions),
      ("bytes", bytes),
      ("deep chains", chains),
    ]
  }

  // MARK: Observers

  /// Attaching and taking away must cost the same for each of many; the goal is twice the cost for a thousand.
  private static func attachments() throws -> [Row] {
    var rows: [Row] = []
    for count in [1_000, 10_000, 100_000] {
      var (attaching, leaving): ([Double], [Double]) = ([], [])
      for _ in 0..<max(5, 100_000 / count) {
        let property = MutableProperty(0)
        let tally = Tally()
        var observations: [(any Disposable)?] = []
        observations.reserveCapacity(count)
        let start = Clock.now()
        for _ in 0..<count { observations.append(property.signal.observeValues { tally.note($0) }) }
        attaching.append((Clock.now() - start) / Double(count))
        property.value = 1
        guard tally.deliveries == count else { throw Failure("\(tally.deliveries) of \(count) were told") }
        let end = Clock.now()
        for each in observations { each?.dispose() }
        leaving.append((Clock.now() - end) / Double(count))
      }
      let text = count.formatted()
      let first = rows.prefix(2).map { $0.ours * 2 }
      rows.append(
        Row(name: "attach \(text) observers to one source, each", unit: "ns", ours: attaching.median, goal: first.first)
      )
      rows.append(Row(name: "  take them away again, each", unit: "ns", ours: leaving.median, goal: first.last))
    }
    return rows
  }

  /// A million rounds must leave nothing behind.
  private static func subscriptions() throws -> [Row] {
    let property = MutableProperty(0)
    let tally = Tally()
    func rounds(_ count: Int) {
      for _ in 0..<count { property.producer.startWithValues { tally.note($0) }.dispose() }
    }
    rounds(10_000)
    // Looking for the first time takes memory itself.
    _ = try Memory.resident()
    let before = try Memory.resident()
    let start = Clock.now()
    rounds(1_000_000)
    let time = Clock.now() - start
    let grown = try Memory.resident() - before
    guard tally.deliveries == 1_010_000 else { throw Failure("\(tally.deliveries) deliveries") }
    return [
      Row(name: "start a property's producer and dispose, a round", unit: "ns", ours: time / 1e6),
      Row(name: "  bytes a round that a million rounds leave", unit: "B", ours: Double(grown) / 1e6, goal: 0.1),
    ]
  }

  // MARK: Processes of their own

  private static func bytes() throws -> [Row] {
    [
      Row(
        name: "1 M MutableProperty, bytes each", unit: "B", ours: try Alone.measure("property"),
        openCombine: try Alone.measure("subject"), closures: try Alone.measure("cell"), goal: 160)
    ]
  }

  private static func chains() throws -> [Row] {
    [
      Row(
        name: "1,000,000 maps on a Property, 8 MB of stack, a map", unit: "ns",
        ours: try Alone.measure("deep-property"), note: "made, delivered, released"),
      Row(
        name: "100,000 maps on a Signal, 8 MB of stack, a map", unit: "ns", ours: try Alone.measure("deep-signal"),
        note: "made, delivered, released"),
    ]
  }
}
