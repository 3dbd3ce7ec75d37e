import Foundation
import Hosting
import SheetText
import Testing

@Suite("Files of editors")
struct EditorFilesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Editors")

  private func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Self.folder.appending(path: path)))
  }

  @Test(
    "What is JSON can be read",
    arguments: [
      "VSCode/package.json", "VSCode/language-configuration.json", "VSCode/syntaxes/sheaf.tmLanguage.json",
      "VSCode/syntaxes/markdown.tmLanguage.json", "Zed/settings.json",
    ])
  func json(path: String) throws { _ = try JSONReader.tree(of: try bytes(path)) }

  @Test("The grammars know every word that begins a statement or a step, and every type")
  func words() throws {
    let words =
      SheetKeyword.allCases.map(\.rawValue) + StepKeyword.allCases.map(\.rawValue)
      + ValueType.allCases.map(\.rawValue)
    for path in ["VSCode/syntaxes/sheaf.tmLanguage.json", "Vim/syntax/sheaf.vim"] {
      let known = Set(String(decoding: try bytes(path), as: UTF8.self).split { !$0.isLetter }.map(String.init))
      for word in words { #expect(known.contains(word), "\(word) in \(path)") }
    }
  }

  @Test("Every pattern of the grammar is a regular expression")
  func patterns() throws {
    func check(_ value: JSONValue) {
      for key in ["match", "begin", "end"] {
        guard let pattern = value[key]?.text else { continue }
        #expect(throws: Never.self, "\(pattern)") { try NSRegularExpression(pattern: pattern) }
      }
      if case .object(let fields) = value { fields.values.forEach(check) }
      value.list?.forEach(check)
    }
    check(try JSONReader.tree(of: try bytes("VSCode/syntaxes/sheaf.tmLanguage.json")))
  }
}
