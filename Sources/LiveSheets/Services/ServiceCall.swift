import CellModel
import SheetPrograms

/// A call of a service, for whoever supplies the services of a program.
package struct ServiceCall: Sendable, Hashable {
  /// The number of the call, by which its answers find it.
  package var number: Int
  /// The service, in the spelling of its declaration.
  package var service: String
  package var arguments: [CellValue]

  package init(number: Int, service: String, arguments: [CellValue]) {
    self.number = number
    self.service = service
    self.arguments = arguments
  }

  /// Whether it is a request over the network, which every program may supply and no sheet declares.
  package var isRequest: Bool { RunReader.isBuiltIn(service) }
}

/// What a service says to a call.
package enum ServiceAnswer: Sendable, Hashable {
  /// A value, after which more may come.
  case sends(CellValue)
  /// The last value.
  case replies(CellValue)
  /// No more values come.
  case completes
  case fails(String)
}

/// A call that waits for its answer.
struct OpenCall {
  var call: ServiceCall
  /// The run that waits, and the number of the answer among those it waits for.
  var run: Int
  var index: Int
  /// The run of the service's own body, when the sheet supplies it itself.
  var body: Int?
}

/// What is known of a service while the sheet runs.
struct ServiceState {
  var name: String
  var parameters: [String]
  /// The cell that counts the calls; `nil` for a request over the network, which no sheet declares.
  var calls: CellAddress?
  var body: RunForm?
  var rule: InputRule
  var callCount = 0
  /// How a test lets it answer each call at once.
  var given: ServiceAnswer?
  /// How many calls were cancelled before an answer came.
  var cancelledCount = 0
}

/// Who answers the calls of services.
package enum ServiceSupply {
  /// A test or an exploration: calls stay open until a step answers them.
  case mocked
  /// The program supplies the services for which the function says so; others run their bodies or fail.
  ///
  /// The function is told whether the sheet has a body for the service. It is called within an instant.
  case program((_ service: String, _ hasBody: Bool) -> Bool)
}
