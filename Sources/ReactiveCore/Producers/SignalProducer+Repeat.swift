extension SignalProducer {
  /// A producer that does the work a number of times, each time after the one before has completed.
  ///
  /// - Parameter count: How often; with 0 the producer is empty.
  public func `repeat`(_ count: Int) -> SignalProducer<Value, Error> {
    precondition(count >= 0, "a number of rounds is not negative")
    guard count > 0 else { return .empty }
    return SignalProducer(
      SuccessionRecipe { [recipe] in
        var rest = count
        return { termination in
          switch termination {
          case nil, .completed:
            guard rest > 0 else { return .end(.completed) }
            rest -= 1
            return .run(recipe)
          case .failed(let error): return .end(.failed(error))
          case .interrupted: return .end(.interrupted)
          }
        }
      })
  }

  /// A producer that does the work again when it fails.
  ///
  /// What was sent before a failure has been sent. The last failure is passed on.
  ///
  /// - Parameter count: How often the work is done again at most.
  public func retry(upTo count: Int) -> SignalProducer<Value, Error> {
    precondition(count >= 0, "a number of rounds is not negative")
    guard count > 0 else { return self }
    return SignalProducer(
      SuccessionRecipe { [recipe] in
        var rest = count
        return { termination in
          guard let termination else { return .run(recipe) }
          guard case .failed = termination, rest > 0 else { return .end(termination) }
          rest -= 1
          return .run(recipe)
        }
      })
  }

  /// A producer that does the work again, some time after it has failed.
  ///
  /// - Parameters:
  ///   - count: How often the work is done again at most; the failure after that is passed on at once.
  ///   - interval: How many seconds to wait after a failure; not negative.
  ///   - scheduler: Waits, and starts the work again.
  public func retry(
    upTo count: Int, interval: TimeInterval, on scheduler: any DateScheduler
  ) -> SignalProducer<Value, Error> {
    precondition(count >= 0, "a number of rounds is not negative")
    precondition(interval >= 0, "a pause is not negative")
    guard count > 0 else { return self }
    let pause = SignalProducer { observer, lifetime in
      lifetime += scheduler.schedule(
        after: scheduler.currentDate.addingTimeInterval(interval), action: observer.sendCompleted)
    }
    return SignalProducer(
      SuccessionRecipe { [recipe] in
        var rest = count
        var isPause = false
        return { termination in
          guard let termination else { return .run(recipe) }
          if isPause {
            isPause = false
            if case .completed = termination { return .run(recipe) }
            return .end(termination)
          }
          guard case .failed = termination, rest > 0 else { return .end(termination) }
          rest -= 1
          isPause = true
          return .run(pause.recipe)
        }
      })
  }
}
