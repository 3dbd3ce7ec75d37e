import CellModel
import Foundation
import LiveSheets

/// An answer that has arrived whole.
struct HTTPAnswer {
  let status: Int
  let type: ContentType?
  let body: Data

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
      if let value = try? JSONReader.value(of: Array(body)) { return value }
      return .text(try text())
    }
    guard type.isJSON else { return .text(try text()) }
    let bytes = type.isUTF8 ? Array(body) : Array(try text().utf8)
    do throws(JSONError) {
      return try JSONReader.value(of: bytes)
    } catch { throw ServiceError("the answer is not JSON: \(error)") }
  }

  private func text() throws(ServiceError) -> String {
    guard let encoding = type.map(\.encoding) ?? .utf8 else {
      throw ServiceError("the answer is in an unknown charset, \((type?.charset ?? "").singleLine)")
    }
    guard let text = String(data: body, encoding: encoding) else {
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
    guard type?.isJSON ?? true, body.count <= 65536, let value = try? JSONReader.value(of: Array(body)) else {
      return nil
    }
    guard let text = Self.message(in: value, depth: 0) else { return nil }
    let line = text.singleLine
    return line.isEmpty ? nil : line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  private static func message(in value: CellValue, depth: Int) -> String? {
    switch value {
    case .text(let text): return depth > 0 ? text : nil
    case .array(let array): return depth > 0 ? message(in: array.elements[0], depth: depth) : nil
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
    let parts = header.split(separator: ";", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces).lowercased()
    }
    name = parts[0]
    charset = parts.dropFirst().first { $0.hasPrefix("charset=") }.map {
      $0.dropFirst("charset=".count).trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
    }
  }

  var isJSON: Bool { ["application/json", "text/json"].contains(name) || name.hasSuffix("+json") }

  var isUTF8: Bool { encoding == .utf8 }

  /// The encoding of the charset, UTF-8 when none is given; `nil` for one that is not known.
  var encoding: String.Encoding? {
    switch charset {
    case nil, "", "utf-8", "utf8", "us-ascii", "ascii": .utf8
    case "iso-8859-1", "latin1": .isoLatin1
    case "windows-1252", "cp1252": .windowsCP1252
    case "utf-16": .utf16
    case "utf-16le": .utf16LittleEndian
    case "utf-16be": .utf16BigEndian
    default: nil
    }
  }
}
