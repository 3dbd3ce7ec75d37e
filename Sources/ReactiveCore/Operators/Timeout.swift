extension Signal {
  /// A signal that fails when this one has not ended by itself in time.
  ///
  /// The time begins now. The failure is sent from the scheduler, all else from where it comes.
  ///
  /// - Parameters:
  ///   - interval: The time in seconds; not negative.
  ///   - error: The error to fail with.
  public func timeout(
    after interval: TimeInterval, raising error: Error, on scheduler: any DateScheduler
  ) -> Signal<Value, Error> {
    operated(queues: true) { downstream, lifetime in
      lifetime += fail(downstream, error, after: interval, on: scheduler)
      return downstream
    }
  }
}

extension Signal where Error == Never {
  /// A signal that fails when this one has not completed in time.
  ///
  /// The time begins now. The failure is sent from the scheduler, all else from where it comes.
  ///
  /// - Parameters:
  ///   - interval: The time in seconds; not negative.
  ///   - error: The error to fail with.
  public func timeout<NewError>(
    after interval: TimeInterval, raising error: NewError, on scheduler: any DateScheduler
  ) -> Signal<Value, NewError> {
    promoteError(NewError.self).timeout(after: interval, raising: error, on: scheduler)
  }
}

extension SignalProducer {
  /// A producer that fails when it has not ended by itself in time.
  ///
  /// The time begins with the start. The failure is sent from the scheduler, all else from where it comes.
  ///
  /// - Parameters:
  ///   - interval: The time in seconds; not negative.
  ///   - error: The error to fail with.
  public func timeout(
    after interval: TimeInterval, raising error: Error, on scheduler: any DateScheduler
  ) -> SignalProducer<Value, Error> {
    operated(queues: true) { downstream, lifetime in
      lifetime += fail(downstream, error, after: interval, on: scheduler)
      return downstream
    }
  }
}

extension SignalProducer where Error == Never {
  /// A producer that fails when it has not completed in time.
  ///
  /// The time begins with the start. The failure is sent from the scheduler, all else from where it comes.
  ///
  /// - Parameters:
  ///   - interval: The time in seconds; not negative.
  ///   - error: The error to fail with.
  public func timeout<NewError>(
    after interval: TimeInterval, raising error: NewError, on scheduler: any DateScheduler
  ) -> SignalProducer<Value, NewError> {
    promoteError(NewError.self).timeout(after: interval, raising: error, on: scheduler)
  }
}

private func fail<Value, Error>(
  _ observer: Observer<Value, Error>, _ error: Error, after interval: TimeInterval, on scheduler: any DateScheduler
) -> (any Disposable)? {
  precondition(interval >= 0, "the time until a timeout is not negative")
  return scheduler.schedule(after: scheduler.currentDate + interval) { observer.terminate(.failed(error)) }
}
