/// What the streams of a form come from in the end.
struct StreamOrigins {
  enum Origin: Hashable {
    case event(Int)
    case action(Int)
    case watch(Int)
  }
  private let form: TimeForm

  init(_ form: TimeForm) { self.form = form }

  /// The events, actions and cells that a stream is made of; an event that is itself a stream is where it ends.
  func origins(of stream: Int) -> [Origin] {
    switch form.streams[stream].kind {
    case .event(let number): return [.event(number)]
    case .action(let number, _): return [.action(number)]
    case .changes(let watch): return [.watch(watch)]
    case .function(let function):
      return function.sources.flatMap { origins(of: $0) } + (function.watch.map { [.watch($0)] } ?? [])
    }
  }

  /// What a stream evaluates on its way from there.
  func expressions(of stream: Int) -> [TimeExpression] {
    guard let function = form.streams[stream].function else { return [] }
    return function.functions + function.settings + function.sources.flatMap { expressions(of: $0) }
  }
}
