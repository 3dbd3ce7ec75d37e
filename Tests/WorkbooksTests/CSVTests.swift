import CellModel
import Testing

@testable import Workbooks

@Suite("CSV")
struct CSVTests {
  @Test("Rows are split as RFC 4180 and practice have it")
  func rows() {
    check("a,b\nc,d\n", [["a", "b"], ["c", "d"]])
    check("a,b\r\nc,d", [["a", "b"], ["c", "d"]])
    check("a,b\rc,d\r", [["a", "b"], ["c", "d"]])
    check("\u{feff}a,b", [["a", "b"]])
    check("", [])
    check("\n\n", [])
    check("a\n\nb\n", [["a"], ["b"]])
    check("a,\n,b\n", [["a", ""], ["", "b"]])
    check("\"\"\n", [[""]])
    check("\"a,b\",c", [["a,b", "c"]])
    check("\"a\"\"b\"", [["a\"b"]])
    check("\"a\nb\",c\n", [["a\nb", "c"]])
    check("\"a\r\nb\"", [["a\r\nb"]])
    check("\"a\"x,b", [["ax", "b"]])
    check("a\"b,c", [["a\"b", "c"]])
    check("a;b\nc,d;e", [["a", "b"], ["c,d", "e"]])
    check("a\tb\n1,2\t3", [["a", "b"], ["1,2", "3"]])
    check("\"a;b;c\",d\n", [["a;b;c", "d"]])
    check("é,ü", [["é", "ü"]])
  }

  @Test("Chunks of any size give the same rows")
  func chunks() throws {
    let text = "name,n\r\n\"Ada \"\"L\"\"\r\nLovelace\",36\r\nBob,4\u{e9}\r\n"
    let whole = try CSVTable(Array(text.utf8))
    for size in 1...9 {
      var rest = Array(text.utf8)[...]
      var reader = CSVReader { () throws(CSVError) in
        guard !rest.isEmpty else { return nil }
        defer { rest = rest.dropFirst(size) }
        return Array(rest.prefix(size))
      }
      var rows: [[String]] = []
      while let row = try reader.next() { rows.append(row.texts) }
      #expect(rows.count == 3 && rows[1] == ["Ada \"L\"\r\nLovelace", "36"])
    }
    #expect(whole.rows.count == 2)
  }

  @Test("Fields know their places and whether they were quoted")
  func places() throws {
    var reader = CSVReader(Array("é,\"x\ny\",z\nq".utf8))
    let first = try reader.next()
    #expect(first?[1] == CSVRow.Field(text: "x\ny", isQuoted: true, line: 1, column: 3))
    #expect(first?[2] == CSVRow.Field(text: "z", isQuoted: false, line: 2, column: 4))
    #expect(try reader.next()?.line == 3)
  }

  @Test("What is wrong is told with its line")
  func errors() {
    checkError("a,b\n1,\"x\n\n", "csv-open-quote", 2, 3)
    checkError("a,b\n1,2,3\n", "csv-long-row", 2, 5)
    checkError("a,A\n", "csv-name-twice", 1, 3)
    checkError("a,\n", "csv-no-name", 1, 3)
  }

  @Test("Fields are read as typing, quoted ones as text")
  func table() throws {
    let text = "id,when,share,note\n007,2015-04-01,19%,\"5\"\n8,,,\"\"\n9\n"
    let table = try CSVTable(Array(text.utf8)) { $0 == "id" }
    #expect(table.columns == ["id", "when", "share", "note"])
    #expect(table.rows[0] == ["007", 42095, 0.19, "5"])
    #expect(table.rows[1] == ["8", .blank, .blank, ""])
    #expect(table.rows[2] == ["9", .blank, .blank, .blank])
    #expect(table.formats == [nil, "yyyy-mm-dd", "0%", nil])
  }

  @Test("What is written reads back")
  func roundTrip() throws {
    let values: [CellValue] = [.number(0.1 + 0.2), "5", "a,b", "x\"y", "", .blank, true, " s ", "2015-04-01", 1e300]
    let line = CSVWriter().line(values)
    var reader = CSVReader(Array(line.utf8))
    let row = try reader.next()
    #expect((0..<values.count).map { row?.value($0).value } == values)
    #expect(CSVWriter(delimiter: 0x3B).line(["a;b", "c"]) == "\"a;b\";c\r\n")
    #expect(CSVWriter().line([""]) == "\"\"\r\n")
  }

  @Test("Random bytes never trap")
  func fuzz() {
    var chance = SeededGenerator(state: 19)
    let alphabet: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x3B, 0x09, 0x31, 0x61, 0xC3, 0xA9, 0xFF, 0xEF, 0xBB, 0xBF, 0x25]
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &chance)).map { _ in alphabet.randomElement(using: &chance) ?? 0 }
      _ = try? CSVTable(bytes)
    }
  }
}

private func check(_ text: String, _ expected: [[String]], at location: SourceLocation = #_sourceLocation) {
  do {
    var reader = CSVReader(Array(text.utf8))
    var rows: [[String]] = []
    while let row = try reader.next() { rows.append(row.texts) }
    #expect(rows == expected, sourceLocation: location)
  } catch { Issue.record("\(error)", sourceLocation: location) }
}

private func checkError(
  _ text: String, _ code: String, _ line: Int, _ column: Int, at location: SourceLocation = #_sourceLocation
) {
  do {
    _ = try CSVTable(Array(text.utf8))
    Issue.record("there is no error", sourceLocation: location)
  } catch {
    #expect(error.code == code && error.line == line && error.column == column, "\(error)", sourceLocation: location)
  }
}
