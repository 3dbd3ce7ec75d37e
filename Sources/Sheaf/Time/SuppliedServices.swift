import CellModel
import Hosting
import LiveSheets
import ReactiveCore

extension Sheet {
  /// A call of a service, as the program that supplies it sees it.
  public struct Call: Sendable, Hashable {
    /// The service, in the spelling of the sheet.
    public let service: String
    public let arguments: [CellValue]

    /// An argument, the first being 0; blank where the sheet gave none.
    public subscript(index: Int) -> CellValue { arguments.indices.contains(index) ? arguments[index] : .blank }
  }

  /// What a program does for the calls of a service.
  ///
  /// Its producer is started once for each call and sends what the service says: each value as it comes, and then that it
  /// is complete, or an error whose reason the sheet shows. It is disposed of when the sheet does not want the answer any
  /// more. An interruption counts as a failure. A value that is sent together with its completion while the producer is
  /// being started is one answer; else a value and the completion are an instant each.
  public typealias Service = (Call) -> SignalProducer<CellValue, ServiceError>
}

/// The services that a program supplies to a sheet, by name without regard to case.
final class SuppliedServices: @unchecked Sendable {
  private let services: Atomic<[String: Sheet.Service]>
  private let client: HTTPClient
  /// While the sheet is loaded the program has not had a chance to supply more.
  private let isLoading = Atomic(true)

  init(_ services: [String: Sheet.Service], _ client: HTTPClient) {
    self.client = client
    self.services = Atomic(Dictionary(services.map { ($0.key.lowercased(), $0.value) }) { first, _ in first })
  }

  func supply(_ name: String, _ service: @escaping Sheet.Service) {
    let former = services.modify { $0.updateValue(service, forKey: name.lowercased()) }
    withExtendedLifetime(former) {}
  }

  func loadingIsOver() { isLoading.value = false }

  /// Whether the program answers the calls of a service, or may do so when it has been loaded.
  func supplies(_ name: String, hasBody: Bool) -> Bool {
    services.withValue { $0[name.lowercased()] != nil } || HTTPClient.supplies(name) || (isLoading.value && !hasBody)
  }

  func work(for call: ServiceCall) -> ServiceWork? {
    guard let service = services.withValue({ $0[call.service.lowercased()] }) else { return client.work(for: call) }
    return ServiceWork(service(Sheet.Call(service: call.service, arguments: call.arguments)))
  }
}
