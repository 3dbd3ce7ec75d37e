/// How an application of an action fails.
public enum ActionError<Error: Swift.Error>: Swift.Error {
  /// The action was disabled, or under way already; its work was not started.
  case disabled

  /// The action's work failed.
  case producerFailed(Error)
}

extension ActionError: Equatable where Error: Equatable {}
