import CellModel
import LiveSheets
import ReactiveCore

/// A request under way: what has arrived of its answer, and who is told.
///
/// It has one transfer at a time; each redirect makes another. ``start()`` and ``end()`` may be called from anywhere, all
/// else is called by the transport, one thing after the other.
final class HTTPExchange: @unchecked Sendable {
  private enum Stage {
    case waiting
    case running(any HTTPTransfer)
    case over
  }

  private static let redirectLimit = 10

  private let permission: NetworkPermission
  private let advice: HTTPClient.Advice
  private let sizeLimit: Int
  private let transport: any HTTPTransport
  private let observer: Signal<CellValue, ServiceError>.Observer
  private let stage = Atomic(Stage.waiting)

  // For the transport only, from the first transfer on.
  private var request: HTTPRequest
  private var redirects = 0
  private var head: HTTPHead?
  private var body: [UInt8] = []

  init(
    _ request: HTTPRequest, for client: HTTPClient, on transport: any HTTPTransport,
    _ observer: Signal<CellValue, ServiceError>.Observer
  ) {
    self.request = request
    permission = client.permission
    advice = client.advice
    sizeLimit = client.sizeLimit
    self.transport = transport
    self.observer = observer
  }

  /// Sends the request, unless the exchange is over already.
  func start() {
    let transfer = transport.transfer(request, for: self)
    let former = stage.modify { stage in
      let former = stage
      if case .over = former { return former }
      stage = .running(transfer)
      return former
    }
    switch former {
    case .waiting: transfer.resume()
    case .running(let former):
      former.cancel()
      transfer.resume()
    case .over: transfer.cancel()
    }
  }

  /// Ends the request; nothing is sent any more.
  func end() {
    if case .running(let transfer) = stage.swap(.over) { transfer.cancel() }
  }

  /// Takes the right to send the outcome; only the first who asks has it.
  private func close(cancelling: Bool) -> Bool {
    guard case .running(let transfer) = stage.swap(.over) else { return false }
    // A transfer that is about to complete is not cancelled: Foundation would complete it twice.
    if cancelling { transfer.cancel() }
    return true
  }

  private func fail(_ error: ServiceError) {
    guard close(cancelling: true) else { return }
    transport.tell { [observer] in observer.send(error: error) }
  }

  private func isCurrent(_ transfer: any HTTPTransfer) -> Bool {
    stage.withValue { if case .running(let current) = $0 { current === transfer } else { false } }
  }

  // MARK: What arrives

  /// Takes the head of an answer; `false` when nothing more of this transfer is wanted.
  func take(_ head: HTTPHead, of transfer: any HTTPTransfer) -> Bool {
    guard isCurrent(transfer) else { return false }
    if let location = head.location, HTTPRequest.isRedirect(head.status) {
      follow(location, status: head.status)
      return false
    }
    self.head = head
    if let length = head.length, length > sizeLimit {
      fail(.tooLarge(sizeLimit))
      return false
    }
    return true
  }

  /// Takes a piece of an answer, decompressed; `false` when nothing more is wanted.
  func take(_ bytes: UnsafeRawBufferPointer, of transfer: any HTTPTransfer) -> Bool {
    guard isCurrent(transfer) else { return false }
    guard bytes.count <= sizeLimit - body.count else {
      fail(.tooLarge(sizeLimit))
      return false
    }
    let needed = body.count + bytes.count
    // Never room for more than the limit: an array by itself would grow to twice of it.
    if needed > body.capacity { body.reserveCapacity(min(sizeLimit, max(needed, 2 * body.capacity, 1024))) }
    body.append(contentsOf: bytes)
    return true
  }

  /// Goes where a redirect leads, as far as that is permitted.
  private func follow(_ location: String, status: Int) {
    redirects += 1
    guard redirects <= Self.redirectLimit else {
      return fail(ServiceError("\(request.endpoint.name) redirects more than \(Self.redirectLimit) times"))
    }
    do throws(ServiceError) {
      request = try request.redirected(to: location, status: status)
      try request.check(permission, advice)
    } catch { return fail(error) }
    start()
  }

  /// Takes the end of a transfer.
  func complete(_ transfer: any HTTPTransfer, _ failure: TransferFailure?) {
    guard isCurrent(transfer), close(cancelling: false) else { return }
    let observer = observer
    let endpoint = request.endpoint
    guard let head, failure == nil else {
      let error = ServiceError(failure ?? .broken, at: endpoint, hasBegun: head != nil, advice)
      return transport.tell { observer.send(error: error) }
    }
    let answer = HTTPAnswer(status: head.status, type: head.type.map { ContentType($0) }, body: body)
    body = []
    transport.tell {
      switch answer.value {
      case .success(let value):
        observer.send(value: value)
        observer.sendCompleted()
      case .failure(let error): observer.send(error: error)
      }
    }
  }
}
