import LiveSheets

/// The calls of a sheet that the world outside is answering.
///
/// Answers come on any thread, travel through the mailbox and are taken on the thread that owns the sheet.
final class OpenCalls {
  /// Who answers a call; `nil` when nobody does but the user.
  typealias Supply = (ServiceCall) -> ServiceWork?

  private let mailbox: Mailbox
  private let supply: Supply
  private var desk: ServiceDesk?
  /// The work of calls that the desk is about to start.
  private var works: [Int: ServiceWork] = [:]
  /// The calls whose last answer has not been taken.
  private var unanswered: Set<Int> = []
  /// The sheet whose calls these are; another one counts its calls from the beginning.
  private weak var sheet: LiveSheet?

  init(_ mailbox: Mailbox, _ supply: @escaping Supply) {
    self.mailbox = mailbox
    self.supply = supply
  }

  /// Whether no answer is under way, nor in the mailbox.
  var isEmpty: Bool { unanswered.isEmpty }

  /// Starts the calls that the sheet has made, and ends those that it does not want any more.
  ///
  /// - Parameter take: Takes an answer, later and on this thread.
  /// - Returns: The calls that wait for the user.
  func serve(_ sheet: LiveSheet, taking take: @escaping (Int, ServiceAnswer) -> Void) -> [ServiceCall] {
    let desk = desk(for: sheet, taking: take)
    let calls = sheet.takeCalls()
    for call in calls.started { works[call.number] = supply(call) }
    let asked = calls.started.filter { works[$0.number] == nil }
    unanswered = unanswered.union(works.keys).subtracting(calls.cancelled)
    desk.take((calls.started.filter { works[$0.number] != nil }, calls.cancelled))
    desk.work()
    return asked
  }

  /// The desk of a sheet; the calls of another one are ended.
  private func desk(for sheet: LiveSheet, taking take: @escaping (Int, ServiceAnswer) -> Void) -> ServiceDesk {
    if let desk, self.sheet === sheet { return desk }
    self.sheet = sheet
    unanswered = []
    // Letters are opened on this thread only.
    nonisolated(unsafe) let finish: (Int, ServiceAnswer) -> Void = { [weak self, weak sheet] call, answer in
      guard let self, let sheet, self.sheet === sheet else { return }
      if answer.isLast { unanswered.remove(call) }
      take(call, answer)
    }
    let made = ServiceDesk { [unowned self] call in
      works.removeValue(forKey: call.number)
    } deliver: { [mailbox] call, answer in
      mailbox.post { finish(call, answer) }
    }
    desk = made
    return made
  }
}
