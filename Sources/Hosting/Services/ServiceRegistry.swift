import CellModel
import LiveSheets
import ReactiveCore

/// The services that a program supplies to a sheet, by name without regard to case, beside those of HTTP.
package final class ServiceRegistry: ServiceProvider, @unchecked Sendable {
  /// What a program does for a call.
  package typealias Service = (ServiceCall) -> SignalProducer<CellValue, ServiceError>

  private let services: Atomic<[String: Service]>
  private let client: HTTPClient
  /// While the sheet is loaded the program has not had a chance to supply more.
  private let isLoading = Atomic(true)

  package init(_ services: [String: Service], _ client: HTTPClient) {
    self.client = client
    self.services = Atomic(Dictionary(services.map { ($0.key.lowercased(), $0.value) }) { first, _ in first })
  }

  /// Supplies a service in place of the one of that name.
  package func supply(_ name: String, _ service: @escaping Service) {
    let former = services.modify { $0.updateValue(service, forKey: name.lowercased()) }
    withExtendedLifetime(former) {}
  }

  package func loadingIsOver() { isLoading.value = false }

  /// Whether the program answers the calls of a service, or may do so when it has been loaded.
  ///
  /// - Parameter hasBody: Whether the sheet itself says what the service does.
  package func supplies(_ name: String, hasBody: Bool) -> Bool {
    services.withValue { $0[name.lowercased()] != nil } || HTTPClient.supplies(name) || (isLoading.value && !hasBody)
  }

  package func offer(for call: ServiceCall) -> ServiceOffer {
    if let service = services.withValue({ $0[call.service.lowercased()] }) { return .work(ServiceWork(service(call))) }
    return client.work(for: call).map { .work($0) } ?? .later
  }
}
