import Sheaf

/// The form of the talk, with an avatar that follows the name.
let personAdding = """
  input username: text
  event networkError
  service login(): logical
  service userInfo(handle)

  action add when username <> "" =
    LET(session, login(), info, userInfo(username), {name: info.name, handle: username})

  buttonEnabled = add.isEnabled
  state tries = 0 { on add.started : tries + 1 }
  """

/// A service whose calls a test answers.
final class ManualService: @unchecked Sendable {
  private struct State {
    var calls: [Sheet.Call] = []
    var observers: [Signal<CellValue, ServiceError>.Observer] = []
    var disposed = 0
  }

  private let state = Atomic(State())

  var calls: [Sheet.Call] { state.value.calls }
  /// How many calls have been ended, by an answer or by the sheet.
  var disposedCount: Int { state.value.disposed }

  /// The observer of the latest call.
  var latest: Signal<CellValue, ServiceError>.Observer { state.value.observers.last! }

  func observer(_ index: Int) -> Signal<CellValue, ServiceError>.Observer { state.value.observers[index] }

  func reply(_ value: CellValue) {
    let observer = latest
    observer.send(value: value)
    observer.sendCompleted()
  }

  lazy var service: Sheet.Service = { [unowned self] call in
    SignalProducer { [self] observer, lifetime in
      state.modify {
        $0.calls.append(call)
        $0.observers.append(observer)
      }
      lifetime.observeEnded { self.state.modify { $0.disposed += 1 } }
    }
  }
}
