/// What the system tells a process beside its streams: the variables of its environment, and the time.
struct Surroundings {
  private let variable: (String) -> String?
  /// The current date and time as a serial number of the 1900 system.
  let now: () -> Double

  init(variable: @escaping (String) -> String? = { _ in nil }, now: @escaping () -> Double = { 36_526 }) {
    self.variable = variable
    self.now = now
  }

  /// A variable of the environment; an empty one counts as absent.
  subscript(name: String) -> String? {
    guard let value = variable(name), !value.isEmpty else { return nil }
    return value
  }

  /// The path of a file of ours, where the XDG base directories put state.
  func stateFile(_ name: String) -> String? {
    if let state = self["XDG_STATE_HOME"] { return "\(state)/sheaf/\(name)" }
    return self["HOME"].map { "\($0)/.local/state/sheaf/\(name)" }
  }

  /// Whether the call is one of continuous integration, after which nothing is to be left.
  var isInCI: Bool { self["CI"].map { $0.lowercased() != "false" } ?? false }

  /// Whether the locale has other characters than those of ASCII; where nothing is said of it, it has.
  var hasUnicode: Bool {
    guard let locale = self["LC_ALL"] ?? self["LC_CTYPE"] ?? self["LANG"] else { return true }
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }

  /// Whether the environment asks for colour or for none; `nil` where it says nothing.
  var wantsColor: Bool? {
    if self["NO_COLOR"] != nil { return false }
    return (self["FORCE_COLOR"] ?? self["CLICOLOR_FORCE"]).map { $0 != "0" }
  }

  /// Whether the terminal, where there is one, is of those that move no cursor and show no colour.
  var hasDumbTerminal: Bool { self["TERM"] == "dumb" }
}
