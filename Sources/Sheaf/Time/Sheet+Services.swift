import CellModel
import Hosting
import LiveSheets
import ReactiveCore

/// Services that a program supplies.
extension Sheet {
  /// A call of a service, as the program that supplies it sees it.
  public struct Call: Sendable, Hashable {
    /// The service, in the spelling of the sheet.
    public let service: String
    public let arguments: [CellValue]

    init(_ call: ServiceCall) { (service, arguments) = (call.service, call.arguments) }

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

  /// Supplies a service to the sheet, in place of the one supplied before and of what the sheet itself says about it.
  ///
  /// ```swift
  /// sheet.service("userInfo") { call in api.user(call[0]).map { .text($0.name) } }
  /// ```
  ///
  /// Calls that the sheet made while it was loaded wait until then. A later call of a service that nobody supplies fails.
  /// The function is called when no lock is held, by the thread whose change has made the call.
  public func service(_ name: String, _ service: @escaping Service) {
    services.supply(name) { service(Call($0)) }
    driver.resume(name)
  }
}
