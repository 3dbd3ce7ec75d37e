import CellModel
import LiveSheets
import ReactiveCore

/// Who answers the calls of services for a program.
package protocol ServiceProvider: AnyObject {
  /// What becomes of a call; asked when nobody uses the sheet.
  func offer(for call: ServiceCall) -> ServiceOffer
}

/// What becomes of a call of a service.
package enum ServiceOffer {
  case work(ServiceWork)
  /// Nobody supplies the service yet; the call waits for ``ServiceDispatcher/resume(_:)``.
  case later
  /// Somebody else answers it, such as the user of a prompt.
  case elsewhere
}

/// What a service does for one call.
package struct ServiceWork {
  package var producer: SignalProducer<CellValue, ServiceError>
  /// Whether the only value comes with the end, so that both are one answer.
  var givesOneValue: Bool

  package init(_ producer: SignalProducer<CellValue, ServiceError>, givesOneValue: Bool = false) {
    self.producer = producer
    self.givesOneValue = givesOneValue
  }
}
