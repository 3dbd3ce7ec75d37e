import CellModel
import Diagnostics
import Foundation
import FunctionLibrary
import TestSupport
import Testing

@testable import SheetText

@Suite("Sheet round trip and robustness")
struct SheetRoundTripTests {
  static let samples: [[UInt8]] = (CorpusTests.files("Good") + CorpusTests.files("Bad")).compactMap {
    (try? Data(contentsOf: $0)).map { [UInt8]($0) }
  }

  @Test func lineEndsAndMarks() {
    for text in [
      "", "\n", "A = 1", "A = 1\r\nB = 2\r\n", "\u{FEFF}A = 1\n", "A = 1\rB = 2", "A = 1\n\n\n", "\t A=1 ;; \n",
    ] {
      let document = SheetDocument(name: "t", text)
      #expect(document.bytes == Array(text.utf8))
      #expect(document.diagnostics.isEmpty, "\(text.debugDescription): \(document.diagnostics)")
    }
    #expect(Outline.of(SheetDocument(name: "t", "\u{FEFF}A = 1\rB = 2")) == "constant A <1>\nconstant B <2>")
  }

  @Test func binaryFiles() {
    let files: [[UInt8]] = [
      [0x50, 0x4B, 0x03, 0x04, 0x00, 0x00], [0xFF, 0xFE, 0x41, 0x00], [0x41, 0x20, 0x3D, 0xE9, 0x0A], [0xC0, 0x80],
      [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
    ]
    for bytes in files {
      let document = SheetDocument(name: "t", bytes: bytes)
      #expect(document.bytes == bytes)
      #expect(document.diagnostics.map(\.code) == ["not-text"])
      #expect(document.statements.isEmpty)
    }
  }

  @Test func manyErrorsAreCut() {
    let document = SheetDocument(name: "t", String(repeating: "oh no\n", count: 5000))
    #expect(document.diagnostics.count == 101)
    #expect(document.diagnostics.last?.message == "4900 more findings are not shown")
    #expect(document.diagnostics.first?.labels.first?.span == SourceSpan(0, 5))
  }

  @Test("A line of ten million bytes is one finding")
  func longLine() {
    let pieces = ["a", "1+", "(", "'", "\"", "[", "|", "/"]
    for piece in pieces {
      let text =
        "A = " + String(repeating: piece, count: TestLength.count(100_000, of: 1_100_000) / piece.utf8.count)
        + "\nB = 2\n"
      let document = SheetDocument(name: "t", text)
      #expect(document.diagnostics.count <= 101)
      #expect(document.definition(of: "B") != nil || piece == "(" || piece == "[" || piece == "{", "\(piece)")
    }
    let document = SheetDocument(name: "t", "A = " + String(repeating: "1+", count: 5_000_000) + "1\nB = 2")
    #expect(document.diagnostics.map(\.code) == ["line-too-long"])
    #expect(document.definition(of: "B") == 0)
  }

  @Test func deepBrackets() {
    for bracket in ["(", "{", "[", "{(", "a[", "F("] {
      let text = "A = " + String(repeating: bracket, count: 50_000) + "\nB = 2"
      let document = SheetDocument(name: "t", text)
      #expect(document.hasErrors)
    }
  }

  @Test func randomBytes() {
    var random = SeededGenerator(seed: 1)
    let alphabet = Array("AB1=+-*(){}[]|\"'/;:,. \n\r\t<>~#%$!@_&éinput table test on where as in use".utf8)
    for _ in 0..<8_000 {
      let count = Int.random(in: 0..<60, using: &random)
      let isWild = Int.random(in: 0..<4, using: &random) == 0
      let bytes = (0..<count).map { _ in
        isWild
          ? UInt8.random(in: 0...255, using: &random) : alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      survive(bytes)
    }
  }

  @Test func mutations() {
    var random = SeededGenerator(seed: 2)
    let pieces = [
      "\"", "{", "}", "(", ")", "[", "]", "|", "\n", ";", "=", ":", "'", "//", " ", "é", "\\", "on ", "<~", "..",
    ]
    for _ in 0..<TestLength.count(3_000, of: 12_000) {
      guard let sample = Self.samples.randomElement(using: &random), !sample.isEmpty else { continue }
      let start = Int.random(in: 0..<sample.count, using: &random)
      var bytes = Array(sample[start..<min(sample.count, start + Int.random(in: 1..<300, using: &random))])
      for _ in 0..<Int.random(in: 1..<5, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(contentsOf: pieces[Int.random(in: 0..<pieces.count, using: &random)].utf8, at: index)
        default: bytes.swapAt(index, Int.random(in: 0..<bytes.count, using: &random))
        }
      }
      survive(bytes)
    }
  }

  /// Reads bytes in every way and holds the rules that any text must keep.
  private func survive(_ bytes: [UInt8]) {
    let document = SheetDocument(name: "t", bytes: bytes)
    let shown = String(decoding: bytes, as: UTF8.self).debugDescription
    #expect(document.bytes == bytes)
    var end = 0
    for statement in document.statements {
      #expect(statement.span.lower >= end && statement.span.upper <= bytes.count, "\(shown)")
      end = statement.span.upper
      for formula in statement.formulas {
        let isInside = formula.span.lower >= statement.span.lower && formula.span.upper <= statement.span.upper
        #expect(isInside, "\(shown)")
        for span in formula.tree.spans where span.lower < formula.span.lower || span.upper > formula.span.upper {
          Issue.record("a node outside its formula: \(shown)")
        }
      }
      if case .invalid = statement.kind { #expect(document.hasErrors, "\(shown)") }
    }
    for finding in document.diagnostics {
      for label in finding.labels where label.span.lower < 0 || label.span.upper > bytes.count {
        Issue.record("a finding outside the text: \(shown) \(finding)")
      }
    }
    _ = Outline.of(document)
    let prompt = PromptReading(SourceText(name: "t", bytes: bytes))
    #expect(!(prompt.isIncomplete && !prompt.entries.isEmpty))
    if let index = document.statements.indices.last {
      let without = document.removing(statement: index)
      #expect(without.bytes.count < bytes.count, "\(shown)")
      if let name = document.statements[index].definedName?.text {
        _ = try? document.renaming(name, to: "zz_", in: .standard)
      }
      if let name = document.statements[0].definedName?.text { _ = try? document.setting(name, to: "1+1") }
    }
  }
}
