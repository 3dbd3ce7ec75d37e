import CellModel
import SheetPrograms

/// An event of the next micro-step.
enum Occurrence {
  case event(TimeInstance, Int, CellValue)
  case action(TimeInstance, Int, ActionMoment, CellValue)
  /// A stream sends by itself.
  case stream(TimeInstance, Int, CellValue)
  /// A stream holds its latest event back no more.
  case release(TimeInstance, Int)

  /// The event as a sheet writes it.
  var name: String {
    switch self {
    case .event(let instance, let number, _): instance.form.events[number].name
    case .action(let instance, let number, let moment, _): "\(instance.form.actions[number].name).\(moment.rawValue)"
    case .stream(let instance, let stream, _), .release(let instance, let stream): instance.form.streams[stream].text
    }
  }

  var instance: TimeInstance {
    switch self {
    case .event(let instance, _, _), .action(let instance, _, _, _), .stream(let instance, _, _),
      .release(let instance, _):
      instance
    }
  }

  /// The event in a loop; where a stream that sends by itself is written.
  var part: LoopPart {
    switch self {
    case .event, .action: return LoopPart(name: name)
    case .stream(let instance, let stream, _), .release(let instance, let stream):
      return LoopPart(name: name, place: (instance.form.streams[stream].span, instance.form.streams[stream].unit))
    }
  }

  /// Whether it is a change that was seen, of a cell or of what holds something back.
  var isChange: Bool {
    switch self {
    case .event, .action: false
    case .stream(let instance, let stream, _): instance.form.streams[stream].watch != nil
    case .release: true
    }
  }
}
