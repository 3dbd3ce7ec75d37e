import CellModel
import Diagnostics
import TestSupport
import Testing

@testable import Workbooks

@Suite("CSV")
struct CSVTests {
  @Test("Guarded texts are no formulas to other programs; numbers and other texts stay as they are")
  func guardedFormulas() {
    let rows: [(CellValue, String)] = [
      ("=1+1", "'=1+1"), ("+A1", "'+A1"), ("-2+3", "'-2+3"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "\"'\t=1\""),
      ("\r=1", "\"'\r=1\""), ("\n=1", "\"'\n=1\""), ("＝1", "'＝1"), (-5, "-5"), (-2.5, "-2.5"), ("a=1", "a=1"),
      ("-5", "\"-5\""), ("", "\"\""), (.blank, ""), (true, "TRUE"), ("- item", "'- item"),
    ]
    let writer = CSVWriter(guardsFormulas: true)
    for (value, field) in rows { #expect(writer.field(value) == field, "\(value)") }
    #expect(writer.line(["=a", "b"]) == "'=a,b\r\n")
    #expect(CSVWriter().field("=1+1") == "=1+1")
  }

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
    check("sep=;\r\na,b;c\n", [["a,b", "c"]])
    check("\u{feff}sep=,\na,b;c;d\n", [["a", "b;c;d"]])
    check("sep=\na\n", [["sep="], ["a"]])
    check("5\" pipe;b;c,d\n1;2;3\n", [["5\" pipe", "b", "c,d"], ["1", "2", "3"]])
    check("\"a\"\";,\",b\n", [["a\";,", "b"]])
    check("a,\"b\"", [["a", "b"]])
    check("a,", [["a", ""]])
    check("\r\n\ra", [["a"]])
  }

  @Test("What stands between fields is found in the first lines that hold anything")
  func delimiters() {
    check("\n \r\na;b\n1;2\n", [[" "], ["a", "b"], ["1", "2"]])
    check(" \"a;b;c\";d,e\n", [[" \"a", "b", "c\"", "d,e"]])
    // The next line decides among several.
    check("1,5;2,5;3,5\n3;4;5\n", [["1,5", "2,5", "3,5"], ["3", "4", "5"]])
    check("a, b, c\td\n1\t2\n", [["a, b, c", "d"], ["1", "2"]])
    check("a,b;c;d\n\n1,2", [["a", "b;c;d"], ["1", "2"]])
    check("a,b;c;d\n\"1,\n;\",2\n3;4;5", [["a", "b;c;d"], ["1,\n;", "2"], ["3;4;5"]])
    // Where it agrees with none of them, the first line does, and where there is none.
    check("a;b;c,d\n1;2\n", [["a", "b", "c,d"], ["1", "2"]])
    check("a;b;c,d", [["a", "b", "c,d"]])
    check("a\n1;2\n", [["a"], ["1;2"]])
  }

  @Test("Chunks of any size give the same rows")
  func chunks() throws {
    let text = "name,n\r\n\"Ada \"\"L\"\"\r\nLovelace\",36\r\nBob,4\u{e9}\r\n"
    for size in 1...9 {
      let rows = try texts(Array(text.utf8), chunk: size)
      #expect(rows == [["name", "n"], ["Ada \"L\"\r\nLovelace", "36"], ["Bob", "4\u{e9}"]])
    }
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
    checkError("a,b\n1,2\n3\n", "csv-short-row", 3, 1)
    checkError("a,A\n", "csv-name-twice", 1, 3)
    checkError("a,\n", "csv-no-name", 1, 3)
    checkError("", "csv-no-header", 1, 1)
    checkError("\n\r\n", "csv-no-header", 1, 1)
    checkError("20,10\n100,-40\n", "csv-no-header", 1, 1)
    checkError("a,b\n1,x\u{0}y\n", "csv-encoding", 2, 4)
    checkError("a\n\"x\n\u{0}\"\n", "csv-encoding", 3, 1)
    checkError(Array("a,b\né,x".utf8) + [0xE9, 0x0A], "csv-encoding", 2, 4)
    checkError(Array("a\n\"\"\"x\r\né".utf8) + [0xFF, 0x22], "csv-encoding", 3, 2)
    checkError([0xFF, 0xFE, 0x61, 0x00, 0x62], "csv-encoding", 1, 1)
    checkError(String(repeating: ",", count: 16_384) + "\n", "csv-wide-row", 1, 16_385)
  }

  @Test("A row of the wrong length is told with both lengths")
  func rowLengths() {
    let header = "a,b,c,d,e,f\n"
    #expect(message(header + "1,2,3,4\n") == "line 2: the row has 4 fields, the header has 6")
    #expect(message(header + "1,2,3,4,5,6\n1,2,3,4,5,6,7\n") == "line 3: the row has 7 fields, the header has 6")
    #expect(message(header + "1\n") == "line 2: the row has 1 field, the header has 6")
    #expect(message("a, b ,B\n") == "line 1: columns 2 and 3 are both named B")
  }

  @Test("An error is shown in the text of its file")
  func diagnostic() {
    let text = "a,b\né,2,3\n"
    do {
      _ = try TableFile(Array(text.utf8))
      Issue.record("there is no error")
    } catch {
      let diagnostic = error.diagnostic(in: SourceText(name: "t.csv", text))
      #expect(diagnostic.labels.first?.span == SourceSpan(9, 9) && diagnostic.code == "csv-long-row")
    }
  }

  @Test("A mark that is never closed does not bring the whole file into memory")
  func openQuote() {
    let block = [UInt8](repeating: 0x61, count: 1 << 20)
    var count = 0
    var reader = CSVReader { () throws(CSVError) in
      count += 1
      return count == 1 ? Array("a,\"".utf8) : count == 2 ? [0x0A] : count < 1_000 ? block : nil
    }
    #expect(throws: CSVError(.hugeText, at: (1, 3))) {
      try reader.next()
    }
    #expect(count < 30)
    #expect((try? reader.advance()) == false)
  }

  @Test("Fields are read as typing, quoted ones as text")
  func table() throws {
    let text = "id,when,share,note\n007,2015-04-01,19%,\"5\"\n8,,,\"\"\n9,,, \n"
    let table = try TableFile(Array(text.utf8)) { $0 == "id" ? ColumnRule(reading: .text) : ColumnRule() }
    #expect(table.columns == ["id", "when", "share", "note"])
    #expect(table.rows[0] == ["007", 42095, 0.19, "5"])
    #expect(table.rows[1] == ["8", .blank, .blank, ""])
    #expect(table.rows[2] == ["9", .blank, .blank, .blank])
    #expect(table.rows[0].map(\.kind) == [.plain, .date, .percent, .plain])
    #expect(try TableFile(Array("2019,2020,x\n1,2,3".utf8)).columns == ["2019", "2020", "x"])
    #expect(try TableFile(Array("\"2019\",\"2020\"\n1,2".utf8)).columns == ["2019", "2020"])
    #expect(try TableFile(Array("a;b\n1,5;2\n".utf8)).rows == [["1,5", 2]])
    #expect(try TableFile(Array("a,b\n".utf8)).rows == [])
  }

  @Test("What a column declares is asked of each field")
  func rules() throws {
    let text = "n,id\n1,007\nfoo,\"8\"\n007,9\n\"5\",\n,1\n12345678901234567,1\n\"\",1\n\"b\",1\n"
    let isNumber: @Sendable (CellValue) -> Bool = { if case .number = $0 { true } else { $0.isBlank } }
    let table = try TableFile(Array(text.utf8)) {
      $0 == "n" ? ColumnRule(reading: .number, accepts: isNumber) : ColumnRule(reading: .text)
    }
    #expect(table.rows.map { $0[0] } == [1, "foo", 7, 5, .blank, 1.2345678901234567e16, .blank, "b"])
    #expect(table.rows.map { $0[1] } == ["007", "8", "9", .blank, "1", "1", "1", "1"])
    #expect(table.refused[0]?.value == "foo" && table.refused[0]?.line == 3 && table.refused[1] == nil)
    #expect(table.keptDigits.allSatisfy { $0 == nil })
  }

  @Test("A number is read without a text")
  func numbers() throws {
    var reader = CSVReader(Array("1.5,-2e3,x,\"7\",,TRUE,2015-04-01, 8 ,1:2".utf8))
    let row = try #require(try reader.next())
    #expect((0..<row.count).map { row.number($0) } == [1.5, -2000, nil, nil, nil, nil, 42095, 8, 62.0 / 1440])
  }

  @Test("What is written reads back")
  func roundTrip() throws {
    let values: [CellValue] = [.number(0.1 + 0.2), "5", "a,b", "x\"y", "", .blank, true, " s ", "2015-04-01", 1e300]
    let line = CSVWriter().line(values)
    var reader = CSVReader(Array(line.utf8))
    let row = try reader.next()
    #expect((0..<values.count).map { row?.value($0) } == values)
    #expect(CSVWriter(delimiter: 0x3B).line(["a;b", "c"]) == "\"a;b\";c\r\n")
    #expect(CSVWriter().line([""]) == "\"\"\r\n")
  }

  @Test("What a writer writes, a reader reads, whatever it is")
  func randomRoundTrip() throws {
    var chance = SeededGenerator(seed: 5)
    let alphabet = ["\"", ",", ";", "\t", "\n", "\r\n", "\r", "a", " ", "é", "\u{FEFF}", "sep=", "1", "%", "-"]
    for _ in 0..<2_000 {
      let width = Int.random(in: 1...4, using: &chance)
      let rows = (0..<3).map { _ in
        (0..<width).map { _ in
          (0..<Int.random(in: 0...5, using: &chance)).map { _ in alphabet.randomElement(using: &chance) ?? "" }.joined()
        }
      }
      let delimiter = ([0x2C, 0x3B, 0x09] as [UInt8]).randomElement(using: &chance) ?? 0x2C
      let text = rows.map { CSVWriter(delimiter: delimiter).line($0) }.joined()
      #expect(try texts(Array(text.utf8), chunk: 64) == rows, "\(rows)")
      let values: [CellValue] = rows.joined().map { .text($0) }
      var reader = CSVReader(Array(CSVWriter(delimiter: delimiter).line(values).utf8))
      let row = try reader.next()
      #expect((0..<values.count).map { row?.value($0) } == values, "\(values)")
    }
  }

  @Test("Random bytes never trap, and give the same in chunks of any size")
  func fuzz() {
    var chance = SeededGenerator(seed: 19)
    let alphabet: [UInt8] = [
      0x22, 0x22, 0x2C, 0x2C, 0x0A, 0x0A, 0x0D, 0x3B, 0x09, 0x31, 0x61, 0xC3, 0xA9, 0xFF, 0xEF, 0xBB, 0xBF, 0x25, 0x00,
      0x20,
    ]
    for round in 0..<5_000 {
      // Every other round has no bytes that are an error by themselves.
      let letters = round % 2 == 0 ? alphabet : Array(alphabet[..<11])
      let bytes = (0..<Int.random(in: 0...40, using: &chance)).map { _ in letters.randomElement(using: &chance) ?? 0 }
      _ = try? TableFile(bytes)
      let whole = Result { try texts(bytes, chunk: 64) }
      let pieces = Result { try texts(bytes, chunk: Int.random(in: 1...5, using: &chance)) }
      switch (whole, pieces) {
      case (.success(let a), .success(let b)): #expect(a == b, "\(bytes)")
      case (.failure(let a), .failure(let b)): #expect(a as? CSVError == b as? CSVError, "\(bytes)")
      default: Issue.record("\(bytes)")
      }
    }
  }
}

/// All rows of a file that comes in chunks of a size.
private func texts(_ bytes: [UInt8], chunk size: Int) throws -> [[String]] {
  var rest = bytes[...]
  var reader = CSVReader { () throws(CSVError) in
    defer { rest = rest.dropFirst(size) }
    return rest.isEmpty ? nil : Array(rest.prefix(size))
  }
  var rows: [[String]] = []
  while let row = try reader.next() { rows.append(row.texts) }
  return rows
}

private func message(_ text: String) -> String? {
  do { _ = try TableFile(Array(text.utf8)) } catch { return error.diagnostic.message }
  return nil
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
  checkError(Array(text.utf8), code, line, column, at: location)
}

private func checkError(
  _ bytes: [UInt8], _ code: String, _ line: Int, _ column: Int, at location: SourceLocation = #_sourceLocation
) {
  do {
    _ = try TableFile(bytes)
    Issue.record("there is no error", sourceLocation: location)
  } catch {
    #expect(error.code == code && error.line == line && error.column == column, "\(error)", sourceLocation: location)
  }
}
