/// Something that can be made to happen by its name.
enum Trigger {
  case event(TimeInstance, Int)
  case action(TimeInstance, Int)

  var instance: TimeInstance {
    switch self {
    case .event(let instance, _), .action(let instance, _): instance
    }
  }

  /// Why nobody sets it as one sets a cell.
  var obstacleToSetting: RefusalFact? {
    guard case .event(let instance, let number) = self else { return nil }
    let form = instance.form.events[number]
    return form.stream == nil ? .ofEvent(takesPayload: !form.isPlain) : .madeOfAStream
  }
}
