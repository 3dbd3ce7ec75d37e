import Hosting

/// A message of the JSON-RPC 2.0 protocol that a client has sent.
enum Message {
  /// Wants one answer.
  case request(id: JSONValue, method: String, parameters: JSONValue)
  /// Wants none.
  case notification(method: String, parameters: JSONValue)
  /// Answers a request of the server.
  case response

  /// Why a message says nothing.
  struct Unreadable: Error {
    var failure: RequestFailure
    var id: JSONValue
  }

  init(_ value: JSONValue) throws(Unreadable) {
    let id = value["id"]
    guard let method = value["method"]?.text else {
      guard id != nil, value["result"] != nil || value["error"] != nil else {
        throw Unreadable(failure: RequestFailure(.invalidRequest, "a message has a method"), id: id ?? .null)
      }
      self = .response
      return
    }
    let parameters = value["params"] ?? .object([:])
    self =
      id.map { .request(id: $0, method: method, parameters: parameters) }
      ?? .notification(method: method, parameters: parameters)
  }
}

/// Why a request has no result.
struct RequestFailure: Error {
  /// The codes of JSON-RPC and of the language server protocol.
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case serverNotInitialized = -32002
    case requestFailed = -32803
    case requestCancelled = -32800
  }

  var code: Code
  var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The answer that says so.
  func response(to id: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "error": ["code": .integer(code.rawValue), "message": .text(message)]]
  }
}
