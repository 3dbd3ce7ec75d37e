import CellModel
import LiveSheets

/// An answer that has arrived whole.
struct HTTPAnswer {
  let status: Int
  let type: ContentType?
  let body: [UInt8]

  /// The value of a good answer, or the reason why it is none.
  var value: Result<CellValue, ServiceError> {
    guard (200...299).contains(status) else { return .failure(ServiceError(statusReason)) }
    if body.isEmpty { return .success(.blank) }
    do throws(ServiceError) {
      return .success(try read())
    } catch { return .failure(error) }
  }

  private func read() throws(ServiceError) -> CellValue {
    guard let type else {
      if let value = try? JSONReader.value(of: body) { return value }
      return .text(try text())
    }
    guard type.isJSON else { return .text(try text()) }
    let bytes = type.isUTF8 ? body : Array(try text().utf8)
    do throws(JSONError) {
      return try JSONReader.value(of: bytes)
    } catch { throw ServiceError("the answer is not JSON: \(error)") }
  }

  private func text() throws(ServiceError) -> String {
    guard let charset = TextCharset(type?.charset) else {
      throw ServiceError("the answer is in an unknown charset, \((type?.charset ?? "").singleLine)")
    }
    guard let text = charset.text(body) else {
      let written = type.map { " (\($0.name.singleLine))" } ?? ""
      throw ServiceError("the answer is not text\(written)")
    }
    return text
  }

  // MARK: Failures

  /// The code, its words, and what the server says about it.
  private var statusReason: String {
    let code = [String(status), StatusWords.words[status]].compactMap(\.self).joined(separator: " ")
    return message.map { "\(code): \($0)" } ?? code
  }

  /// The sentence with which a server explains a failure, if its JSON has one in a usual place.
  private var message: String? {
    guard type?.isJSON ?? true, body.count <= 65536, let value = try? JSONReader.value(of: body) else {
      return nil
    }
    guard let text = Self.message(in: value, depth: 0) else { return nil }
    let line = text.singleLine
    return line.isEmpty ? nil : line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  private static func message(in value: CellValue, depth: Int) -> String? {
    switch value {
    case .text(let text): return depth > 0 ? text : nil
    case .array(let array): return depth > 0 ? message(in: array.first, depth: depth) : nil
    case .record(let record):
      guard depth < 3 else { return nil }
      for name in ["message", "error_description", "detail", "error", "errors", "title"] {
        if let part = record[name], let text = message(in: part, depth: depth + 1) { return text }
      }
      return nil
    default: return nil
    }
  }
}

/// The type of an answer or a body, as its header gives it.
struct ContentType {
  /// In lower case, without parameters.
  let name: String
  /// In lower case.
  let charset: String?

  init(_ header: String) {
    let parts = header.lowercased().split(separator: ";", omittingEmptySubsequences: false).map { Self.trimmed($0) }
    name = parts[0]
    charset = parts.dropFirst().first { $0.hasPrefix("charset=") }.map {
      Self.trimmed($0.dropFirst("charset=".count)) { $0 == "\"" || $0 == " " }
    }
  }

  private static func trimmed(
    _ text: some StringProtocol, _ isSpace: (Character) -> Bool = \.isWhitespace
  ) -> String {
    let start = text.firstIndex { !isSpace($0) } ?? text.endIndex
    let end = text.lastIndex { !isSpace($0) }.map { text.index(after: $0) } ?? start
    return String(text[start..<max(start, end)])
  }

  var isJSON: Bool { ["application/json", "text/json"].contains(name) || name.hasSuffix("+json") }

  var isUTF8: Bool { TextCharset(charset)?.isUTF8 ?? false }
}
