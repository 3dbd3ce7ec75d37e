import LiveSheets

/// The commands that make things happen, and those that wait for them.
extension PromptSession {
  /// `:run`: an action or an event, with its arguments between parentheses or behind its name.
  func run(_ rest: String, fromLine line: Int) throws(CallFailure) {
    let end = rest.firstIndex { $0 == "(" || $0.isWhitespace } ?? rest.endIndex
    let path = String(rest[..<end])
    var arguments = rest[end...].trimmed
    if arguments.hasPrefix("("), arguments.hasSuffix(")") { arguments = arguments.dropFirst().dropLast() }
    guard !path.isEmpty else {
      let names = sheet.triggers.names
      guard !names.isEmpty else { throw CallFailure("there are no actions and no events in this sheet") }
      throw CallFailure(":run takes an action or an event", help: "there are \(names.joined(separator: ", "))")
    }
    carryOut("\(path)(\(arguments))", fromLine: line) {
      [sheet.run(path, given: String(arguments), named: findings.sourceName)]
    }
  }

  /// `:wait`: for some seconds of real time, or until no answer is under way.
  func wait(_ rest: String) throws(CallFailure) {
    guard !rest.isEmpty else {
      if !input.wait(while: { self.driver.awaitsAnswers }) { console.remark("interrupted") }
      return
    }
    guard case .success((.number(let seconds, _), _)) = sheet.evaluate(rest), (0...1e9).contains(seconds) else {
      throw CallFailure(":wait takes a number of seconds", help: ":wait 2")
    }
    if !input.wait(for: .seconds(seconds)) { console.remark("interrupted") }
  }

  /// `:watch`: which cells are shown when they change by themselves.
  func watch(_ rest: String) throws(CallFailure) {
    let paths = rest.paths
    switch paths.first?.lowercased() {
    case nil: display.watch = .all
    case "off" where paths.count == 1: display.watch = .nothing
    default:
      for path in paths { try checkWatchable(path) }
      display.watch = PromptWatch(paths: paths)
    }
  }

  private func checkWatchable(_ path: String) throws(CallFailure) {
    guard case .failure(let failure) = sheet.cell(path) else { return }
    let prefix = path.lowercased() + "."
    guard !sheet.knownNames.contains(where: { $0.lowercased().hasPrefix(prefix) }) else { return }
    throw CallFailure(failure)
  }
}
