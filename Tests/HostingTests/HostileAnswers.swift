import TestSupport

/// What a server may do that means harm, or knows no better, and what is to come of it.
struct HostileAnswer: Sendable {
  enum Outcome: Sendable {
    case value(String)
    /// The exact reason; `HOST` stands for the server.
    case reason(String)
    /// Any reason will do; programs differ in what they make of it.
    case someReason
    /// A reason or a value, as long as there is one.
    case anything
    case timeout

    static let tooLarge = Self.reason("the answer is larger than 1 MB")
    static let headTooLarge = Self.reason("the head of the answer is larger than 256 kB")
    static let notHTTP = Self.reason("HOST does not answer in HTTP")
    static let brokenOff = Self.reason("the connection to HOST ended before the answer was complete")
    static let noAnswer = Self.reason("the connection to HOST ended without an answer")
    static let unreadable = Self.reason("the answer of HOST is compressed in a way that cannot be read")
  }

  let name: String
  let answer: LoopbackAnswer
  let outcome: Outcome

  init(_ name: String, _ answer: LoopbackAnswer, _ outcome: Outcome) {
    (self.name, self.answer, self.outcome) = (name, answer, outcome)
  }

  /// The text is sent with the line ends of the protocol, and then the connection is closed.
  init(_ name: String, _ text: String, _ outcome: Outcome) { self.init(name, .raw(text), outcome) }

  static let limit = 1 << 20
  static let all = statusLines + lengths + heads + chunks + encodings + redirects + endless + oddities

  private static let statusLines = [
    HostileAnswer("no words after the status", "HTTP/1.1 200\nContent-Length: 1\n\n1", .value("1")),
    HostileAnswer("the version before", "HTTP/1.0 200 OK\n\n1", .value("1")),
    HostileAnswer("status 999", "HTTP/1.1 999 Odd\nContent-Length: 1\n\n1", .reason("999")),
    HostileAnswer("status 99", "HTTP/1.1 99 Odd\n\n1", .someReason),
    HostileAnswer("status 0", "HTTP/1.1 000 Odd\n\n1", .someReason),
    HostileAnswer("status of letters", "HTTP/1.1 abc\n\n", .someReason),
    HostileAnswer("status of four digits", "HTTP/1.1 2000 OK\n\n1", .someReason),
    HostileAnswer("status below 0", "HTTP/1.1 -20 OK\n\n1", .someReason),
    HostileAnswer("no status", "HTTP/1.1\n\n1", .someReason),
    HostileAnswer("two spaces", "HTTP/1.1  200 OK\nContent-Length: 1\n\n1", .anything),
    HostileAnswer("version 9.9", "HTTP/9.9 200 OK\n\n1", .someReason),
    HostileAnswer("version 2 in words", "HTTP/2 200\nContent-Length: 1\n\n1", .anything),
    HostileAnswer("small letters", "http/1.1 200 OK\n\n1", .notHTTP),
    HostileAnswer("another protocol", "ICY 200 OK\n\n1", .notHTTP),
    HostileAnswer("no protocol", "hello", .notHTTP),
    HostileAnswer("nothing", "", .noAnswer),
    HostileAnswer("empty lines", "\n\n\n", .someReason),
    HostileAnswer("zeros", .raw([UInt8](repeating: 0, count: 100)), .notHTTP),
    HostileAnswer("an alert of TLS", .raw([0x15, 3, 3, 0, 2, 2, 0x28]), .notHTTP),
    HostileAnswer("a status line without an end", "HTTP/1.1 200 OK", .someReason),
    HostileAnswer("only a continue", "HTTP/1.1 100 Continue\n\n", .someReason),
    HostileAnswer(
      "early hints", "HTTP/1.1 103 Early Hints\nLink: x\n\nHTTP/1.1 200 OK\nContent-Length: 1\n\n1", .value("1")),
    HostileAnswer(
      "a hundred continues",
      String(repeating: "HTTP/1.1 100 Continue\n\n", count: 100) + "HTTP/1.1 200 OK\nContent-Length: 1\n\n1",
      .value("1")),
    HostileAnswer(
      "continues without end", .endless(head: "", pieces("HTTP/1.1 100 Continue\n\n", 3000)), .headTooLarge),
    HostileAnswer(
      "another protocol from now on", "HTTP/1.1 101 Switching Protocols\nUpgrade: websocket\nConnection: Upgrade\n\n",
      .someReason),
  ]

  private static let lengths =
    [
      ("9223372036854775807", .tooLarge), ("9223372036854775806", .tooLarge), ("9223372036854775300", .tooLarge),
      ("4611686018427387904", .tooLarge), ("18446744073709551615", .tooLarge), ("99999999999999999999", .tooLarge),
      ("1048577", .tooLarge), ("-5", .anything), ("0x10", .anything), ("1x", .anything), ("", .anything),
      ("1, 1", .anything), ("+1", .anything), ("1 1", .anything),
    ].map { text, outcome in
      HostileAnswer("the length “\(text)”", "HTTP/1.1 200 OK\nContent-Length: \(text)\n\n1", outcome)
    } + [
      HostileAnswer("two lengths", "HTTP/1.1 200 OK\nContent-Length: 1\nContent-Length: 5\n\n1", .anything),
      HostileAnswer(
        "a length and chunks", head("Content-Length: 5\nTransfer-Encoding: chunked") + "1\n1\n0\n\n", .value("1")),
      HostileAnswer("less than the length", head("Content-Length: 10") + "[1, 2", .brokenOff),
      HostileAnswer("more than the length", head("Content-Length: 1") + "123", .value("1")),
      HostileAnswer("the length 0 with a body", head("Content-Length: 0") + "123", .value("")),
      HostileAnswer("status 204 with a body", "HTTP/1.1 204 No\nContent-Length: 5\n\n12345", .value("")),
      HostileAnswer(
        "status 304 with a body", "HTTP/1.1 304 No\nContent-Length: 5\n\n12345", .reason("304 Not Modified")),
    ]

  private static let heads = [
    HostileAnswer("a head that ends inside a name", "HTTP/1.1 200 OK\nContent-Le", .someReason),
    HostileAnswer("a head that ends inside a value", "HTTP/1.1 200 OK\nContent-Length: 1", .someReason),
    HostileAnswer("a head that ends between lines", "HTTP/1.1 200 OK\nContent-Length: 1\n", .someReason),
    HostileAnswer("a line without a colon", head("no colon here\nContent-Length: 1") + "1", .anything),
    HostileAnswer("a field without a name", head(": empty\nContent-Length: 1") + "1", .anything),
    HostileAnswer("a line that goes on", head("X: a\n Content-Length: 5\nContent-Length: 1") + "1", .anything),
    HostileAnswer("a line that goes on with nothing", head(" folded\nContent-Length: 1") + "1", .someReason),
    HostileAnswer("a field of 300 kB", head("X: " + String(repeating: "y", count: 300_000)) + "1", .someReason),
    HostileAnswer("five thousand fields", head(String(repeating: "X: y\n", count: 5000) + "Z: 1") + "1", .someReason),
    HostileAnswer("a field without end", .endless(head: "HTTP/1.1 200 OK\nX: ", pieces("y", 65536)), .someReason),
    HostileAnswer("fields without end", .endless(head: "HTTP/1.1 200 OK\n", pieces("X: y\n", 8000)), .someReason),
    HostileAnswer("a zero in a field", head("X: a\0b\nContent-Length: 1") + "1", .anything),
    HostileAnswer(
      "a field that is no text",
      .raw(Array("HTTP/1.1 200 OK\r\nX: ".utf8) + [0xFF, 0xFE] + Array("\r\nContent-Length: 1\r\n\r\n1".utf8)),
      .value("1")),
    HostileAnswer(
      "line ends of one byte", .raw(Array("HTTP/1.1 200 OK\nContent-Length: 1\n\n1".utf8)), .value("1")),
    HostileAnswer(
      "line ends of the other byte", .raw(Array("HTTP/1.1 200 OK\rContent-Length: 1\r\r1".utf8)), .someReason),
  ]

  private static let chunks =
    [
      ("right", "1\n1\n0\n\n", .value("1")), ("with words", "1;a=b\n1\n0;c\n\n", .value("1")),
      ("of letters", "zz\n1\n0\n\n", .someReason), ("below 0", "-1\n1\n0\n\n", .someReason),
      ("of 2^63", "8000000000000000\n1", .someReason), ("of 2^64-1", "FFFFFFFFFFFFFFFF\n1", .someReason),
      ("of 17 digits", "FFFFFFFFFFFFFFFFF\n1", .someReason), ("that ends inside", "5\n[1, 2", .brokenOff),
      ("without the last", "1\n1\n", .brokenOff), ("without line ends", "1\n10\n\n", .someReason),
      ("with a trailer", "1\n1\n0\nX: y\n\n", .value("1")), ("without a size", "\n1\n0\n\n", .someReason),
      ("with a trailer of 300 kB", "1\n1\n0\nX: " + String(repeating: "y", count: 300_000) + "\n\n", .anything),
    ].map { name, text, outcome in
      HostileAnswer("chunks \(name)", head("Transfer-Encoding: chunked") + text, outcome)
    } + [
      HostileAnswer(
        "chunks without end", .endless(head: head("Transfer-Encoding: chunked"), pieces("1\n1\n", 30_000)), .tooLarge),
      HostileAnswer(
        "a chunk's words without end", .endless(head: head("Transfer-Encoding: chunked") + "1;", pieces("y", 65536)),
        .timeout),
      HostileAnswer(
        "a trailer without end", .endless(head: head("Transfer-Encoding: chunked") + "0\n", pieces("X: y\n", 8000)),
        .someReason),
    ]

  private static let encodings = [
    encoded("gzip", CompressedBytes.gzipOfList, .value("[1, 2]")),
    encoded("identity", Array("[1, 2]".utf8), .value("[1, 2]")),
    encoded("gzip", Array("not gzip".utf8), .someReason),
    encoded("deflate", Array("not deflate".utf8), .someReason),
    encoded("gzip", Array(CompressedBytes.gzipOfList.dropLast(10)), .anything),
    encoded("gzip", CompressedBytes.gzipOfList + [1, 2, 3], .anything),
    encoded("gzip", CompressedBytes.gzip(0x20, times: 3 << 20), .tooLarge),
    encoded("deflate", CompressedBytes.deflate(0x20, times: 3 << 20), .tooLarge),
    encoded("gzip, gzip", CompressedBytes.gzipOfList, .unreadable),
    encoded("gzip, gzip, gzip, gzip, gzip, gzip, gzip", CompressedBytes.gzipOfList, .unreadable),
    encoded("br", [0x0B, 0x02, 0x80, 0x31, 0x03], .unreadable),
    encoded("zstd", [0x28, 0xB5, 0x2F, 0xFD, 0, 0xA8, 9, 0, 0], .unreadable),
    encoded("x-odd", [1, 2, 3], .unreadable),
    HostileAnswer("a transfer in gzip", head("Transfer-Encoding: gzip, chunked") + "1\n1\n0\n\n", .someReason),
    HostileAnswer("two encodings", head("Content-Encoding: gzip\nContent-Encoding: gzip") + "1", .unreadable),
  ]

  private static let redirects =
    [
      ("file:///etc/passwd", "only http and https can be requested, not file:///etc/passwd"),
      ("mailto:a@b", "only http and https can be requested, not mailto:a@b"),
      ("gopher://127.0.0.1/", "only http and https can be requested, not gopher://127.0.0.1/"),
      ("javascript:1", "only http and https can be requested, not javascript:1"),
      ("http://elsewhere.example/", "no permission to reach elsewhere.example"),
      ("//elsewhere.example/", "no permission to reach elsewhere.example"),
      ("http://127.0.0.1@elsewhere.example/", userName), ("http://a:b@127.0.0.1/", userName),
      ("http://elsewhere.example\\@127.0.0.1/", userName), ("http://127.0.0.1:99999/", nil), ("http://[", nil),
      ("http:", nil), ("//", nil), ("///x", nil), ("http://127.0.0.1%2felsewhere/", nil), ("http://2130706433/", nil),
      ("http://127.1/", nil), ("http://[::1]/", "no permission to reach [::1]"), ("http://ｅlsewhere.example/", nil),
      ("", "302 Found"), ("\u{1}\u{7F}", nil), ("?%zz#%", nil),
      ("HTTP://127.0.0.1:1/", "cannot connect to 127.0.0.1:1"),
      ("/" + String(repeating: "x", count: 100_000), nil),
    ].map { location, reason in
      HostileAnswer(
        "a redirect to “\(location.prefix(40))”", "HTTP/1.1 302 Found\nContent-Length: 0\nLocation: \(location)\n\n",
        reason.map { .reason($0) } ?? .someReason)
    } + [
      HostileAnswer("a redirect in circles", .redirect(to: "?"), .reason("HOST redirects more than 10 times")),
      HostileAnswer(
        "a redirect with a body without end",
        .endless(head: "HTTP/1.1 302 Found\nLocation: file:///x\n\n", pieces("y", 65536)),
        .reason("only http and https can be requested, not file:///x")),
      HostileAnswer(
        "a redirect that then is silent", .endless(head: "HTTP/1.1 302 Found\nLocation: file:///x\n\n", []),
        .reason("only http and https can be requested, not file:///x")),
      HostileAnswer(
        "two places to go", "HTTP/1.1 302 Found\nLocation: file:///x\nLocation: http://elsewhere.example/\n\n",
        .reason("only http and https can be requested, not file:///x")),
      HostileAnswer(
        "a place without a redirect", "HTTP/1.1 200 OK\nContent-Length: 1\nLocation: file:///x\n\n1", .value("1")),
      HostileAnswer(
        "many choices", "HTTP/1.1 300 Many\nContent-Length: 0\nLocation: file:///x\n\n", .reason("300 Multiple Choices")
      ),
    ]

  private static let userName = "a URL with a user name cannot be requested; send an Authorization header"

  private static let endless = [
    HostileAnswer("no answer", .never, .timeout),
    HostileAnswer("silence after half a status line", .endless(head: "HTTP/1.", []), .timeout),
    HostileAnswer("silence after the status line", .endless(head: "HTTP/1.1 200 OK\n", []), .timeout),
    HostileAnswer("silence after the head", .endless(head: head("Content-Length: 5"), []), .timeout),
    HostileAnswer("silence inside a chunk", .endless(head: head("Transfer-Encoding: chunked") + "5\n1", []), .timeout),
    HostileAnswer("a byte at a time", .endless(head: head("Content-Length: 1000000"), [0x20]), .timeout),
    HostileAnswer(
      "a body without end", .endless(head: head("Content-Type: text/plain"), pieces("y", 65536)), .tooLarge),
    HostileAnswer(
      "an announced body without end", .endless(head: head("Content-Length: 500000000"), pieces("y", 65536)), .tooLarge),
    HostileAnswer(
      "a body of 999 without end", .endless(head: "HTTP/1.1 500 No\n\n", pieces("y", 65536)), .tooLarge),
  ]

  private static let oddities = [
    HostileAnswer(
      "odd cookies", head("Set-Cookie: a=b; expires=never\nSet-Cookie: ;;;\nContent-Length: 1") + "1", .value("1")),
    HostileAnswer("no type at all", head("Content-Type:\nContent-Length: 1") + "1", .value("1")),
    HostileAnswer("a type of signs", head("Content-Type: ;;charset=\nContent-Length: 1") + "1", .value("1")),
    HostileAnswer(
      "an unknown charset", head("Content-Type: text/plain; charset=x-odd\nContent-Length: 1") + "1",
      .reason("the answer is in an unknown charset, x-odd")),
    HostileAnswer(
      "a charset of 100 kB", head("Content-Type: text/plain; charset=" + String(repeating: "y", count: 90_000)) + "1",
      .someReason),
    HostileAnswer(
      "odd challenges", "HTTP/1.1 401 No\nWWW-Authenticate: Basic realm=\"a\nWWW-Authenticate: Digest\n\n",
      .reason("401 Unauthorized")),
    HostileAnswer(
      "the challenge of a proxy", "HTTP/1.1 407 Proxy\nProxy-Authenticate: Basic\n\n",
      .reason("407 Proxy Authentication Required")),
    HostileAnswer(
      "a value that nests", .json(String(repeating: "[", count: 100_000)),
      .reason("the answer is not JSON: the text nests deeper than 128 levels at line 1, column 129")),
    HostileAnswer(
      "an answer that is no text", .text("x", type: "image/png; charset=utf-16"),
      .reason("the answer is not text (image/png)")),
  ]

  // MARK: Parts

  private static func head(_ fields: String) -> String { "HTTP/1.1 200 OK\n\(fields)\n\n" }

  private static func pieces(_ text: String, _ count: Int) -> [UInt8] {
    Array(String(repeating: text.replacing("\n", with: "\r\n"), count: count).utf8)
  }

  private static func encoded(_ encoding: String, _ body: [UInt8], _ outcome: Outcome) -> HostileAnswer {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: \(encoding)\r\n\r\n"
    return HostileAnswer("\(body.count) bytes in \(encoding)", .raw(Array(head.utf8) + body), outcome)
  }
}
