/// A clock that is read once for all that belongs together, so that no two cells of one instant tell different times.
struct StandingClock {
  /// The current date and time, counted from 1900.
  var read: () -> Double
  /// How many of those that want it to stand are at work, one within the other.
  private var holders = 0
  /// What it was at the first look, while it stands.
  private var standing: Double?
  /// What the cells were told last.
  private var toldCells: Double?

  init(_ read: @escaping () -> Double) { self.read = read }

  mutating func stop() { holders += 1 }

  /// Stops it at the time that the cells were told, unless it stands already.
  mutating func stopAtTimeOfCells() {
    stop()
    standing = standing ?? toldCells
  }

  /// Keeps in mind that what was read since it stands was told to cells.
  mutating func noteCells() { toldCells = standing ?? toldCells }

  mutating func goOn() {
    holders -= 1
    if holders == 0 { standing = nil }
  }

  /// The date and time: what was read before, where it stands.
  mutating func time() -> Double {
    if let standing { return standing }
    let time = read()
    if holders > 0 { standing = time }
    return time
  }
}

extension EngineSettings {
  /// Lets the clock stand while a body works: it is read when somebody first asks for the time.
  ///
  /// A recalculation, and the evaluation of one expression, stop it by themselves.
  package func atOneTime<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    clock.stop()
    defer { clock.goOn() }
    return try body()
  }

  /// Lets the clock show what the last recalculation told the cells.
  ///
  /// Parts of a formula then come to what its cell holds.
  package func atTimeOfCells<Result>(_ body: () -> Result) -> Result {
    clock.stopAtTimeOfCells()
    defer { clock.goOn() }
    return body()
  }
}
