import LiveSheets

extension LiveSheet.Environment {
  /// The environment with a clock that stands at 2000-01-01 until it is moved and services that wait to be answered, as
  /// tests and explorations have them.
  var rehearsed: Self {
    var environment = self
    environment.now = { LiveSheet.virtualStart }
    environment.hasVirtualClock = true
    environment.services = .mocked
    return environment
  }
}
