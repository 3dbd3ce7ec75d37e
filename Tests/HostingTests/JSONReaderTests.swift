import CellModel
import LiveSheets
import Testing

@testable import Hosting

@Suite("JSON reader")
struct JSONReaderTests {
  @Test("Scalars are the values of cells")
  func scalars() {
    check("null", .blank)
    check(" true ", true)
    check("\r\n\tfalse", false)
    check("0", 0)
    check("-12.5e+2", -1250)
    check("1E-2", 0.01)
    check("9007199254740993", 9_007_199_254_740_992)
    check("1e999", .error(.number))
    check("\u{FEFF}1", 1)
    check(#""a\"\\\/\b\f\n\r\té😀""#, .text("a\"\\/\u{8}\u{C}\n\r\té😀"))
    check(#""\u00e9\ud83d\ude00\u0000""#, .text("é😀\0"))
  }

  @Test("An object keeps the order of its names, and the last of equal names has the say")
  func objects() {
    check("{}", .record(CellRecord([])))
    check(#"{"b": 1, "a": {"c": null}, "b": 2}"#, .record(CellRecord([("b", 2), ("a", record("c", .blank))])))
    check(#"{"a": []}"#, record("a", .blank))
  }

  @Test("An array is a column, of objects too; arrays of one length are rows")
  func arrays() {
    check("[]", .blank)
    check("[1, \"x\", null]", column([1, "x", .blank]))
    check(#"[{"a": 1}, {"a": 2}]"#, column([record("a", 1), record("a", 2)]))
    check("[[1, 2], [3, 4]]", .array(CellArray([[1, 2], [3, 4]])))
    check("[[1], [2]]", column([1, 2]))
    check("[[1, 2], [3]]", column([column([1, 2]), column([3])]))
    check("[[], []]", column([.blank, .blank]))
    check("[1, [2]]", column([1, column([2])]))
    let square = CellValue.array(CellArray([[1, 2], [3, 4]]))
    check("[[[1, 2], [3, 4]], [[1, 2], [3, 4]]]", column([square, square]))
  }

  @Test("What is not JSON is refused with its place")
  func malformed() {
    check("", "the text ends where a value is expected at line 1, column 1")
    check("[1,\n 2", "the text ends within an array at line 2, column 3")
    check("{\"a\": 1", "the text ends within an object at line 1, column 8")
    // D4: what no value can keep is not changed in silence.
    check(#"["\ud83d"]"#, "there is half of a character, written as one of a pair at line 1, column 3")
    check(#""x\ude00""#, "there is half of a character, written as one of a pair at line 1, column 3")
    check(#""\ud83d\u0041""#, "there is half of a character, written as one of a pair at line 1, column 2")
    check(#"{"a": 2, "b": 1, "A": 3}"#, "the names a and A differ only in capitals at line 1, column 18")
    check("[1 2]", "there is no comma at line 1, column 4")
    check("[1,]", "there is no value at line 1, column 4")
    check("{\"a\": 1,}", "there is no name at line 1, column 9")
    check("{a: 1}", "there is no name at line 1, column 2")
    check("{\"a\" 1}", "there is no colon at line 1, column 6")
    check("1 2", "there is something after the value at line 1, column 3")
    check("<html>", "there is no value at line 1, column 1")
    check("tru", "there is no value at line 1, column 1")
    check("01", "there is something after the value at line 1, column 2")
    check("-", "there is no digit at line 1, column 2")
    check("1.", "there is no digit at line 1, column 3")
    check("1e", "there is no digit at line 1, column 3")
    check("NaN", "there is no value at line 1, column 1")
    check("\"abc", "there is a text without an end at line 1, column 1")
    check("\"a\nb\"", "there is a control character in a text at line 1, column 3")
    check(#""\x""#, "there is an unknown escape at line 1, column 2")
    check(#""\u12"#, "there is an unknown escape at line 1, column 2")
    check("\"\\", "there is an unknown escape at line 1, column 2")
  }

  @Test("Deep nesting is an error, not a trap")
  func deepNesting() {
    let limit = JSONReader.depthLimit
    #expect(throws: Never.self) {
      try JSONReader.value(
        of: Array((String(repeating: "[", count: limit) + String(repeating: "]", count: limit)).utf8))
    }
    check(String(repeating: "[", count: 100_000), "the text nests deeper than 128 levels at line 1, column 129")
    check(String(repeating: "{\"a\":", count: 100_000), "the text nests deeper than 128 levels at line 1, column 641")
  }

  @Test("Any bytes end in a value or an error, as do all the cuts of a good text")
  func anyBytes() {
    let text = Array(#"{"a": [1, -2.5e3, "é\u00e9", {"b": null}], "c": [[true, false], [1, 2]]}"#.utf8)
    for end in 0..<text.count { #expect(throws: JSONError.self) { try JSONReader.value(of: Array(text[..<end])) } }
    for place in text.indices {
      for byte in [0, 0x22, 0x2C, 0x5B, 0x5C, 0x7D, 0xC3, 0xFF] as [UInt8] {
        var broken = text
        broken[place] = byte
        _ = try? JSONReader.value(of: broken)
      }
    }
  }

  @Test("A body is read back as what was sent")
  func bodies() throws {
    for value in [
      .blank, 1.5, "a\"\n\u{1}é", true, column([1, "x", .blank]), .array(CellArray([[1, 2], [3, 4]])),
      record("a", column([record("b", 1), record("b", .blank)])),
    ] as [CellValue] {
      #expect(try JSONReader.value(of: Array(JSONValue(body: value).compactText.utf8)) == value)
    }
    #expect(try JSONValue(body: .array(CellArray(row: [1, 2]))).compactText == "[1, 2]")
    #expect(throws: ServiceError("the body has an error in it, #N/A")) {
      try JSONValue(body: column([record("a", .error(.notAvailable))]))
    }
  }

  // MARK: Rows

  private func record(_ name: String, _ value: CellValue) -> CellValue { .record(CellRecord([(name, value)])) }

  private func column(_ values: [CellValue]) -> CellValue { .array(CellArray(column: values)) }

  private func check(_ text: String, _ expected: CellValue, at location: SourceLocation = #_sourceLocation) {
    let value = Result { try JSONReader.value(of: Array(text.utf8)) }
    #expect((try? value.get()) == expected, "\(value)", sourceLocation: location)
    guard case .record(let found)? = try? value.get(), case .record(let record) = expected else { return }
    #expect(found.names == record.names, sourceLocation: location)
  }

  private func check(_ text: String, _ fault: String, at location: SourceLocation = #_sourceLocation) {
    let error = #expect(throws: JSONError.self, sourceLocation: location) {
      try JSONReader.value(of: Array(text.utf8))
    }
    #expect(error.map { "\($0)" } == fault, sourceLocation: location)
  }
}
