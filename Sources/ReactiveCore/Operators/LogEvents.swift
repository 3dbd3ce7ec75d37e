/// The kinds of event that are logged.
public enum LoggingEvent {
  /// What can be logged of a signal.
  public enum Signal: String, CaseIterable, Sendable {
    case value, completed, failed, terminated, disposed, interrupted

    public static let allEvents: Set<Signal> = [.value, .completed, .failed, .terminated, .disposed, .interrupted]
  }

  /// What can be logged of a producer.
  public enum SignalProducer: String, CaseIterable, Sendable {
    case starting, started, value, completed, failed, terminated, disposed, interrupted

    public static let allEvents: Set<SignalProducer> = [
      .starting, .started, .value, .completed, .failed, .terminated, .disposed, .interrupted,
    ]
  }
}

/// A function that logs an event of a stream.
public typealias EventLogger = (
  _ identifier: String, _ event: String, _ fileName: String, _ functionName: String, _ lineNumber: Int
) -> Void

/// Prints an event of a stream.
public func defaultEventLog(
  identifier: String, event: String, fileName: String, functionName: String, lineNumber: Int
) {
  print("[\(identifier)] \(event) fileName: \(fileName), functionName: \(functionName), lineNumber: \(lineNumber)")
}

extension Signal {
  /// A signal that logs the events of this one before it passes them on.
  ///
  /// - Parameters:
  ///   - identifier: Tells the signal from others in the log.
  ///   - events: What is logged.
  ///   - logger: Called with the name of each event, followed by its value or error.
  public func logEvents(
    identifier: String = "",
    events: Set<LoggingEvent.Signal> = LoggingEvent.Signal.allEvents,
    fileName: String = #filePath,
    functionName: String = #function,
    lineNumber: Int = #line,
    logger: @escaping EventLogger = defaultEventLog
  ) -> Signal<Value, Error> {
    let log = EventLog(events) { logger(identifier, $0, fileName, functionName, lineNumber) }
    return on(
      failed: log.writer(.failed), completed: log.writer(.completed), interrupted: log.writer(.interrupted),
      terminated: log.writer(.terminated), disposed: log.writer(.disposed), value: log.writer(.value))
  }
}

extension SignalProducer {
  /// A producer that logs its starts, and its events before it passes them on.
  ///
  /// - Parameters:
  ///   - identifier: Tells the producer from others in the log.
  ///   - events: What is logged.
  ///   - logger: Called with the name of each event, followed by its value or error.
  public func logEvents(
    identifier: String = "",
    events: Set<LoggingEvent.SignalProducer> = LoggingEvent.SignalProducer.allEvents,
    fileName: String = #filePath,
    functionName: String = #function,
    lineNumber: Int = #line,
    logger: @escaping EventLogger = defaultEventLog
  ) -> SignalProducer<Value, Error> {
    let log = EventLog(events) { logger(identifier, $0, fileName, functionName, lineNumber) }
    return on(
      starting: log.writer(.starting), started: log.writer(.started), failed: log.writer(.failed),
      completed: log.writer(.completed), interrupted: log.writer(.interrupted), terminated: log.writer(.terminated),
      disposed: log.writer(.disposed), value: log.writer(.value))
  }
}

/// Makes the functions that log the kinds of event that are wanted.
private struct EventLog<Kind: Hashable & RawRepresentable> where Kind.RawValue == String {
  private let kinds: Set<Kind>
  private let write: (String) -> Void

  init(_ kinds: Set<Kind>, _ write: @escaping (String) -> Void) {
    self.kinds = kinds
    self.write = write
  }

  /// Logs an event that has nothing with it.
  func writer(_ kind: Kind) -> (() -> Void)? {
    kinds.contains(kind) ? { [write] in write(kind.rawValue) } : nil
  }

  /// Logs an event with its value or error.
  func writer<T>(_ kind: Kind) -> ((T) -> Void)? {
    guard kinds.contains(kind) else { return nil }
    return { [write] in write($0 is Void ? kind.rawValue : "\(kind.rawValue) \($0)") }
  }
}
