/// One workload, done by each of the contestants that can.
struct Contest {
  /// Sets up the workload; what it returns does a number of updates and gives the number of deliveries it saw.
  typealias Setup = () -> (_ updates: Int) -> Int

  var name: String
  var goal: Double?
  /// How many updates a round takes.
  var updates: Int
  /// What one update is divided by: the nodes of a chain.
  var parts = 1
  /// How many deliveries one update must make.
  var deliveries = 1
  var ours: Setup
  var openCombine: Setup?
  var closures: Setup?

  static let rounds = 15

  /// The median of several rounds; a round lets each contestant run once, so that all see the same disturbances.
  func row() throws -> Row {
    let runs = [ours, openCombine, closures].map { $0?() }
    var times: [[Double]] = [[], [], []]
    for round in 0...Contest.rounds {
      for (index, run) in runs.enumerated() {
        guard let run else { continue }
        let start = Clock.now()
        let seen = run(updates)
        let time = Clock.now() - start
        guard seen == updates * deliveries else {
          throw Failure("\(name): \(seen) deliveries, \(updates * deliveries) expected")
        }
        // The first round warms up.
        if round > 0 { times[index].append(time / Double(updates * parts)) }
      }
    }
    return Row(
      name: name, unit: "ns", ours: times[0].median, openCombine: times[1].isEmpty ? nil : times[1].median,
      closures: times[2].isEmpty ? nil : times[2].median, goal: goal)
  }
}
