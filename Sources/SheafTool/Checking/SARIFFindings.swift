import Diagnostics
import Hosting

/// SARIF 2.1.0 (OASIS), which code scanning services read.
struct SARIFFindings: FindingReporter {
  private let sink: TextSink
  private var results: [JSONValue] = []
  private var codes: Set<String> = []

  init(sink: TextSink) { self.sink = sink }

  mutating func show(_ file: FileFindings) {
    for finding in file.findings {
      let span = finding.diagnostic.labels.first?.span ?? SourceSpan(0, 0)
      let place = Place(span, in: file.source, of: file.path)
      codes.insert(finding.diagnostic.code)
      let region: JSONValue = [
        "endColumn": .integer(file.source.codePointColumn(of: span.upper)), "endLine": .integer(place.endLine),
        "startColumn": .integer(file.source.codePointColumn(of: span.lower)), "startLine": .integer(place.line),
      ]
      results.append([
        "level": .text("\(finding.diagnostic.severity)"),
        "locations": .list([
          ["physicalLocation": ["artifactLocation": ["uri": .text(Self.uri(file.path))], "region": region]]
        ]),
        "message": ["text": .text(finding.plainText)], "ruleId": .text(finding.diagnostic.code),
      ])
    }
  }

  /// What a service shows of a kind of finding.
  private static func rule(_ code: String) -> JSONValue {
    var rule: [String: JSONValue] = ["id": .text(code)]
    if let page = FindingGuide.pagesByCode[code] {
      rule["shortDescription"] = ["text": .text(page.summary)]
      rule["fullDescription"] = ["text": .text(page.why)]
      rule["help"] = ["text": .text(page.fix)]
      rule["defaultConfiguration"] = ["level": .text("\(page.severity)")]
    }
    return .object(rule)
  }

  /// A path as a reference of RFC 3986.
  private static func uri(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }

  mutating func finish(_ summary: String) {
    let rules = codes.sorted().map(Self.rule)
    let log: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "runs": .list([
        [
          "columnKind": "unicodeCodePoints", "results": .list(results),
          "tool": ["driver": ["name": "sheaf", "rules": .list(rules), "version": .text(Release.version)]],
        ]
      ]),
      "version": "2.1.0",
    ]
    sink.line(log.compactText)
  }
}
