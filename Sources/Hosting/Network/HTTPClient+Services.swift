import CellModel
import LiveSheets

/// The services that every sheet may call: `HTTP.GET(url, headers)`, `HTTP.DELETE(url, headers)`,
/// `HTTP.POST(url, body, headers)` and `HTTP.PUT(url, body, headers)`, of which only the URL must be given. Headers are the
/// fields of a record.
extension HTTPClient: ServiceProvider {
  /// Whether a service is one of these.
  package static func supplies(_ service: String) -> Bool { method(of: service) != nil }

  private static func method(of service: String) -> String? {
    switch service.uppercased() {
    case "HTTP.GET": "GET"
    case "HTTP.DELETE": "DELETE"
    case "HTTP.POST": "POST"
    case "HTTP.PUT": "PUT"
    default: nil
    }
  }

  package func offer(for call: ServiceCall) -> ServiceOffer { work(for: call).map { .work($0) } ?? .elsewhere }

  /// The request that a call asks for; `nil` for a call of another service.
  package func work(for call: ServiceCall) -> ServiceWork? {
    guard let method = Self.method(of: call.service) else { return nil }
    let hasBody = method == "POST" || method == "PUT"
    func argument(_ index: Int) -> CellValue {
      call.arguments.indices.contains(index) ? call.arguments[index] : .blank
    }
    guard case .text(let url) = argument(0) else {
      return ServiceWork(.init(error: ServiceError("\(call.service) takes a URL")))
    }
    let headers: [(String, String)]
    switch argument(hasBody ? 2 : 1) {
    case .blank: headers = []
    case .record(let record): headers = zip(record.names, record.values).map { ($0, $1.standInText) }
    default: return ServiceWork(.init(error: ServiceError("the headers of \(call.service) are a record")))
    }
    let body = hasBody && !argument(1).isBlank ? argument(1) : nil
    return ServiceWork(request(method, url, headers: headers, body: body), givesOneValue: true)
  }
}
