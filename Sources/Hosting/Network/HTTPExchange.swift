import CellModel
import Foundation
import LiveSheets
import ReactiveCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request under way: what has arrived of its answer, and who is told.
///
/// It has one task at a time; each redirect makes another. ``start(on:)`` and ``end()`` may be called from anywhere, all
/// else runs on the queue of the session.
final class HTTPExchange: @unchecked Sendable {
  private enum Stage {
    case waiting
    case running(URLSessionTask)
    case over
  }

  private static let redirectLimit = 10

  private let permission: NetworkPermission
  private let advice: HTTPClient.Advice
  private let sizeLimit: Int
  private let observer: Signal<CellValue, ServiceError>.Observer
  private let stage = Atomic(Stage.waiting)

  // For the session's queue only, from the first task on.
  private var request: HTTPRequest
  private var redirects = 0
  private var response: HTTPURLResponse?
  private var body = Data()

  init(_ request: HTTPRequest, for client: HTTPClient, _ observer: Signal<CellValue, ServiceError>.Observer) {
    self.request = request
    permission = client.permission
    advice = client.advice
    sizeLimit = client.sizeLimit
    self.observer = observer
  }

  /// Sends the request, unless the exchange is over already.
  func start(on session: HTTPSession) {
    let task = session.task(request.urlRequest, for: self)
    let former = stage.modify { stage in
      let former = stage
      if case .over = former { return former }
      stage = .running(task)
      return former
    }
    switch former {
    case .waiting: task.resume()
    case .running(let former):
      former.cancel()
      task.resume()
    case .over: task.cancel()
    }
  }

  /// Ends the request; nothing is sent any more.
  func end() {
    if case .running(let task) = stage.swap(.over) { task.cancel() }
  }

  /// Takes the right to send the outcome; only the first who asks has it.
  private func close(cancelling: Bool) -> Bool {
    guard case .running(let task) = stage.swap(.over) else { return false }
    // A task that is about to complete is not cancelled: Foundation would complete it twice.
    if cancelling { task.cancel() }
    return true
  }

  private func fail(_ error: ServiceError) {
    if close(cancelling: true) { observer.send(error: error) }
  }

  private func isCurrent(_ task: URLSessionTask) -> Bool {
    stage.withValue { if case .running(let current) = $0 { current === task } else { false } }
  }

  // MARK: What arrives

  func didReceive(_ response: URLResponse, of task: URLSessionTask) {
    guard isCurrent(task) else { return }
    self.response = response as? HTTPURLResponse
    if response.expectedContentLength > Int64(sizeLimit) { fail(.tooLarge(sizeLimit)) }
  }

  func didReceive(_ data: Data, of task: URLSessionTask) {
    guard isCurrent(task) else { return }
    guard data.count <= sizeLimit - body.count else { return fail(.tooLarge(sizeLimit)) }
    body.append(data)
  }

  func didReceiveRedirect(_ response: HTTPURLResponse, of task: URLSessionTask, on session: HTTPSession) {
    guard isCurrent(task) else { return }
    redirects += 1
    guard redirects <= Self.redirectLimit else {
      return fail(ServiceError("\(request.endpoint.name) redirects more than \(Self.redirectLimit) times"))
    }
    let location = response.value(forHTTPHeaderField: "Location") ?? ""
    do throws(ServiceError) {
      request = try request.redirected(to: location, status: response.statusCode)
      try request.check(permission, advice)
    } catch { return fail(error) }
    (self.response, body) = (nil, Data())
    start(on: session)
  }

  func didComplete(_ task: URLSessionTask, _ error: (any Error)?) {
    guard isCurrent(task), close(cancelling: false) else { return }
    // Of a redirect to nowhere Foundation tells only the task.
    let response = self.response ?? task.response as? HTTPURLResponse
    // A demand for a password ends with an error, because it was refused, and is an answer all the same.
    guard let response, error == nil || response.statusCode == 401 else {
      return observer.send(error: .failed(error, at: request.endpoint, hasBegun: response != nil))
    }
    let type = response.value(forHTTPHeaderField: "Content-Type").map { ContentType($0) }
    switch HTTPAnswer(status: response.statusCode, type: type, body: body).value {
    case .success(let value):
      observer.send(value: value)
      observer.sendCompleted()
    case .failure(let error): observer.send(error: error)
    }
  }
}
