import Foundation
import Testing

/// The guide's page of rules, and the tests that cite them by number: `@Test("E3: …")`.
@Suite("Event contract")
struct EventContractTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  private static let sources = tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.sources.appending(path: path), encoding: .utf8)
  }

  /// The numbers of the page with the texts of their rules, in one line each.
  private func page() throws -> [String: String] {
    try rules(in: text("Sheaf/Sheaf.docc/EventContract.md"), item: #/- \*\*([A-Z]\d+)\.\*\*[ ]/#)
  }

  private func rules(in text: String, item: Regex<(Substring, Substring)>) -> [String: String] {
    var rules: [String: String] = [:]
    var number: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let match = line.prefixMatch(of: item) {
        number = String(match.1)
        #expect(rules[String(match.1)] == nil, "\(match.1) is the number of two rules")
        rules[String(match.1)] = String(line[match.range.upperBound...])
      } else if let current = number, let match = line.prefixMatch(of: #/(?:\s*///)?\ \ +/#) {
        rules[current]? += " " + line[match.range.upperBound...]
      } else {
        number = nil
      }
    }
    return rules
  }

  @Test("Each rule of the page has a test, and each number that a test cites has a rule")
  func everyRuleIsTested() throws {
    let rules = Set(try page().keys)
    #expect(rules.count > 30)
    var cited: Set<String> = []
    for case let file as URL in try #require(
      FileManager.default.enumerator(at: Self.tests, includingPropertiesForKeys: nil))
    where file.pathExtension == "swift" {
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: #/@Test\("([A-Z]\d+(?:,[ ][A-Z]\d+)*):/#) {
        cited.formUnion(match.1.split(separator: ", ").map(String.init))
      }
    }
    #expect(rules.subtracting(cited).sorted() == [], "rules without a test")
    #expect(cited.subtracting(rules).sorted() == [], "numbers without a rule")
  }

  @Test("The rules in the comments of the code say what the page says")
  func commentsAgree() throws {
    let page = try page()
    for path in ["ReactiveCore/Streams/Signal+Core.swift", "ReactiveCore/Graph/Graph.swift"] {
      let comments = rules(in: try text(path), item: #/\s*/// - ([A-Z]\d+)\.[ ]/#)
      #expect(comments.count >= 5)
      for (number, rule) in comments {
        #expect(page[number]?.hasPrefix(rule.prefix { $0 != "." }) == true, "\(number) of \(path) is not the page's")
      }
    }
  }
}
