import CellModel
import Diagnostics

/// The services of a sheet and its calls of them, for whoever answers these.
package struct SheetServices {
  let sheet: LiveSheet

  /// The calls that wait for an answer, in the order in which they were made.
  package var openCalls: [ServiceCall] { sheet.timeline.work.calls.inOrder }

  /// The open calls of one service, in the order in which they were made.
  package func openCalls(of service: String) -> [ServiceCall] {
    openCalls.filter { $0.service.lowercased() == service.lowercased() }
  }

  /// Takes what a service says to a call, in an instant; a call that is not open any more is ignored.
  package func answer(_ call: Int, _ answer: ServiceAnswer) {
    guard sheet.timeline.work.calls[call] != nil else { return }
    sheet.change { sheet.timeline.work.answer(call, answer) }
  }

  /// Lets a service answer every later call at once; `nil` lets calls stay open again.
  package func given(_ service: String, _ answer: ServiceAnswer?) throws(Refusal) {
    guard sheet.timeline.work.services[service.lowercased()] != nil else { throw unknown(service) }
    sheet.timeline.work.services[service.lowercased()]?.given = answer
  }

  func unknown(_ name: String) -> Refusal {
    Refusal(.unknown("service", near: NearNames.suggestion(for: name, among: names)), of: name)
  }

  package var names: [String] { sheet.timeline.work.services.values.map(\.name).sorted() }

  /// Takes the calls that the world outside has to answer, and the numbers of those that are not wanted any more.
  package func takeCalls() -> (started: [ServiceCall], cancelled: [Int]) { sheet.timeline.work.takeCalls() }
}
