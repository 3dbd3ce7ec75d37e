import CellModel
import Engine
import LiveSheets
import ReactiveCore

/// The calls of a sheet that the world outside is answering.
///
/// Answers come on any thread, travel through the mailbox and are taken on the thread of the prompt.
final class OpenCalls {
  /// Who answers a call; `nil` when nobody does but the user.
  typealias Supply = (ServiceCall) -> SignalProducer<CellValue, ServiceError>?

  private let mailbox: Mailbox
  private let supply: Supply
  private var work: [Int: any Disposable] = [:]
  /// The engine of the sheet whose calls these are; one that is loaded anew counts its calls from the beginning.
  private weak var engine: Engine?

  init(_ mailbox: Mailbox, _ supply: @escaping Supply) {
    self.mailbox = mailbox
    self.supply = supply
  }

  deinit { for call in work.values { call.dispose() } }

  /// Whether an answer is under way.
  var isEmpty: Bool { work.isEmpty }

  /// Starts the calls that the sheet has made, and ends those that it does not want any more.
  ///
  /// - Parameter take: Takes an answer, later and on this thread.
  /// - Returns: The calls that wait for the user.
  func serve(_ sheet: LiveSheet, taking take: @escaping (Int, ServiceAnswer) -> Void) -> [ServiceCall] {
    if sheet.engine !== engine {
      for call in work.values { call.dispose() }
      work = [:]
      engine = sheet.engine
    }
    let (started, cancelled) = sheet.takeCalls()
    for number in cancelled { work.removeValue(forKey: number)?.dispose() }
    return started.filter { call in
      guard let producer = supply(call) else { return true }
      start(producer, for: call.number, taking: take)
      return false
    }
  }

  private func start(
    _ producer: SignalProducer<CellValue, ServiceError>, for number: Int,
    taking take: @escaping (Int, ServiceAnswer) -> Void
  ) {
    // Letters are opened on this thread only.
    nonisolated(unsafe) let finish: (ServiceAnswer) -> Void = { [weak self, weak engine] answer in
      guard let self, let engine, engine === self.engine, work.removeValue(forKey: number) != nil else { return }
      take(number, answer)
    }
    let mailbox = mailbox
    work[number] = AnyDisposable()
    // A request has one answer: its value and its end are one instant, as in a test. What comes after it is not taken.
    let started = producer.take(last: 1).start { event in
      switch event {
      case .value(let value): mailbox.post { finish(.replies(value)) }
      case .failed(let error): mailbox.post { finish(.fails(error.reason)) }
      case .completed: mailbox.post { finish(.completes) }
      case .interrupted: mailbox.post { finish(.fails("interrupted")) }
      }
    }
    if work[number] != nil { work[number] = started }
  }
}
