import Dispatch

extension SignalProducer {
  /// A producer that starts its work on a scheduler.
  ///
  /// Its events come from where the work sends them; `observe(on:)` changes that.
  public func start(on scheduler: any Scheduler) -> SignalProducer<Value, Error> {
    SignalProducer { observer, lifetime in
      lifetime += scheduler.schedule {
        self.startWithSignal { signal, interruptHandle in
          lifetime += interruptHandle
          signal.observe(observer)
        }
      }
    }
  }
}

extension SignalProducer where Value == Date, Error == Never {
  /// A producer of the scheduler's date, once every interval from the start on.
  ///
  /// It does not end until it is interrupted. A date may come late by a tenth of the interval, to save energy.
  ///
  /// - Parameter interval: Not negative.
  public static func timer(
    interval: DispatchTimeInterval, on scheduler: any DateScheduler
  ) -> SignalProducer<Value, Error> {
    timer(interval: interval, on: scheduler, leeway: interval * 0.1)
  }

  /// As ``timer(interval:on:)``.
  ///
  /// - Parameter leeway: By how much a date may come late; not negative.
  public static func timer(
    interval: DispatchTimeInterval, on scheduler: any DateScheduler, leeway: DispatchTimeInterval
  ) -> SignalProducer<Value, Error> {
    precondition(interval.timeInterval >= 0, "the interval of a timer is not negative")
    precondition(leeway.timeInterval >= 0, "the leeway of a timer is not negative")
    return SignalProducer { observer, lifetime in
      lifetime += scheduler.schedule(
        after: scheduler.currentDate.addingTimeInterval(interval), interval: interval, leeway: leeway
      ) {
        observer.send(value: scheduler.currentDate)
      }
    }
  }
}

extension SignalProducer where Error == Never {
  /// A producer of the elements of a sequence, one every interval; it completes one interval after the last.
  ///
  /// - Parameter interval: Not negative.
  public static func interval<S: Sequence>(
    _ values: S, interval: DispatchTimeInterval, on scheduler: any DateScheduler
  ) -> SignalProducer<S.Element, Error> where S.Iterator.Element == Value {
    SignalProducer { observer, lifetime in
      var iterator = values.makeIterator()
      lifetime += scheduler.schedule(
        after: scheduler.currentDate.addingTimeInterval(interval), interval: interval, leeway: interval * 0.1
      ) {
        if let value = iterator.next() {
          observer.send(value: value)
        } else {
          observer.sendCompleted()
        }
      }
    }
  }

  /// A producer of 0, 1, 2 and so on, one every interval.
  public static func interval(
    _ interval: DispatchTimeInterval, on scheduler: any DateScheduler
  ) -> SignalProducer<Value, Error> where Value == Int {
    .interval(0..., interval: interval, on: scheduler)
  }
}
