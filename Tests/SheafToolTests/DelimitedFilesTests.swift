import Testing

@testable import SheafTool

/// Files of separated values mean the same wherever they are read, and are as strange as files from anywhere.
@Suite("Separated values")
struct DelimitedFilesTests {
  /// `Jürgen` in Windows-1252, behind a separator that nobody finds by himself and digits that a number would not keep.
  private static let odd: [UInt8] = Array("id|name\n5|J".utf8) + [0xFC] + Array("rgen\n".utf8)
  private static let options = ["--separator", "|", "--text", "--encoding", "windows-1252"]

  @Test("Texts and names of any signs are read back from the sheet that is made of them")
  func signs() throws {
    let signs = ["\"", "|", "\\", "a", " ", "/", "'", ";"]
    var texts = signs
    for _ in 1...2 { texts += texts.flatMap { text in signs.map { text + $0 } } }
    let quoted = Set(texts).sorted().map {
      "\"" + $0.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
    let names = quoted.map { "\"n" + $0.dropFirst().dropLast() + "n\"" }
    let folder = try TemporaryFolder([
      "texts.csv": "t\n" + quoted.joined(separator: "\n") + "\n",
      "names.csv": names.joined(separator: ",") + "\n" + names.map { _ in "1" }.joined(separator: ",") + "\n",
    ])
    for file in ["texts", "names"] {
      let (source, sheet) = (folder["\(file).csv"], folder["\(file).sheet"])
      #expect(ToolRun("convert", source, sheet, "--text").status == 0)
      #expect(ToolRun("convert", source, folder["\(file)-same.csv"], "--text").status == 0)
      #expect(ToolRun("convert", sheet, folder["\(file)-back.csv"]).status == 0)
      #expect(try FileSystem.read(folder["\(file)-back.csv"]) == FileSystem.read(folder["\(file)-same.csv"]), "\(file)")
    }
  }

  @Test("Separator, texts and encoding are those of the call, whoever reads the file")
  func options() throws {
    let folder = try TemporaryFolder([
      "from.sheet": "table d from \"odd.csv\"\n", "use.sheet": "use \"odd.csv\" as d\nx = d.A2\n",
      "typed.sheet": "table d from \"odd.csv\" {\n| id: number |\n}\n",
      "rows.sheet": "input id = \"\"\ninput name = \"\"\nboth = id & \":\" & name\n",
      "old.sheet": "table odd {\n  | id | name |\n  | \"5\" | Jürgen |\n}\n",
    ])
    try OutputFile.write(Self.odd, to: folder["odd.csv"])
    let rows = folder["rows.sheet"]
    let calls: [([String], String)] = [
      (["eval", folder["odd.csv"], "-f", "json"], "[[\"id\", \"name\"], [\"5\", \"Jürgen\"]]"),
      (["convert", folder["odd.csv"], "-"], "| id  | name   |\n  | \"5\" | Jürgen |"),
      (["diff", folder["old.sheet"], folder["odd.csv"]], ""),
      (["eval", folder["from.sheet"], "-f", "json"], "[{\"id\": \"5\", \"name\": \"Jürgen\"}]"),
      (["eval", folder["use.sheet"], "-f", "json"], "\"x\": \"5\""),
      (["eval", rows, "--rows", folder["odd.csv"], "-f", "json"], "{\"both\": \"5:Jürgen\"}"),
      (
        ["eval", rows, "--rows", folder["odd.csv"], "-f", "json", "--keep", "id"],
        "{\"both\": \"5:Jürgen\", \"id\": \"5\"}"
      ),
      (["check", folder["odd.csv"]], "checked 1 file\n"), (["check", folder["from.sheet"]], "checked 1 file\n"),
      (["test", folder["from.sheet"]], "ok "),
    ]
    for (call, words) in calls {
      let run = ToolRun(call + Self.options)
      #expect(
        run.status == 0 && (words.isEmpty ? run.output == "" : run.output.contains(words)),
        "\(call): \(run.output)\(run.errors)")
    }
    // What a column declares counts more.
    let typed = ToolRun(["eval", folder["typed.sheet"], "-f", "json"] + Self.options)
    #expect(typed.output.contains("{\"id\": 5, \"name\": \"Jürgen\"}"), "\(typed.output)\(typed.errors)")
    // The ending of the file tells as much as an option.
    try OutputFile.write(Array("name, first\tid\nx\t1\n".utf8), to: folder["odd.tsv"])
    try OutputFile.write(Array("table d from \"odd.tsv\"\n".utf8), to: folder["from.sheet"])
    #expect(ToolRun("eval", folder["from.sheet"], "-f", "json").output.contains("{\"id\": 1, \"name, first\": \"x\"}"))
  }

  @Test("A file that cannot be read ends a call with 2, and is a finding of what judges it")
  func unreadable() throws {
    let folder = try TemporaryFolder([
      "open.csv": "a,b\n1,\"x\n", "zero.csv": "a,b\n1,\0\n", "t.sheet": "input a = 1\ninput b = 2\nc = a\n",
    ])
    try OutputFile.write(Array("a,b\n1,".utf8) + [0xFC], to: folder["old.csv"])
    for (name, code, words) in [
      ("open.csv", "[csv-open-quote]", "open.csv:2:3: the quotation mark is not closed [csv-open-quote]\n"),
      ("zero.csv", "[csv-encoding]", "zero.csv:2:3: there is a zero byte; this is not a text file [csv-encoding]\n"),
      (
        "old.csv", "[csv-encoding]",
        "old.csv:2:3: this is not UTF-8 text; save the file as UTF-8 [csv-encoding]\n  = help: --encoding names another one"
      ),
    ] {
      let path = folder[name]
      let calls = [
        ["eval", path], ["convert", path, "-"], ["diff", folder["t.sheet"], path], ["why", "A1", path],
        ["report", path, "-o", "-"], ["graph", path], ["what-if", path, "--set", "A1=2"], [path],
        ["eval", path, "--rows", folder["t.sheet"], "--get", "A1"], ["eval", folder["t.sheet"], "--rows", path],
      ]
      for call in calls {
        let run = ToolRun(call)
        #expect(run.status == 2 && run.errors.contains(words), "\(call): \(run.status) \(run.errors)")
      }
      for command in ["check", "test"] {
        let run = ToolRun(command, path)
        #expect(run.status == 1 && run.output.contains(code), "\(command): \(run.output)")
      }
    }
  }

  /// The text of two rows in an encoding, with its mark or without.
  private static func bytes(_ text: String, _ width: Int, isLittle: Bool, mark: Bool) -> [UInt8] {
    let units = width == 2 ? text.utf16.map(UInt32.init) : text.unicodeScalars.map(\.value)
    return ((mark ? [0xFEFF] : []) + units).flatMap { unit in
      let bytes = (0..<width).map { UInt8(truncatingIfNeeded: unit >> (8 * UInt32($0))) }
      return isLittle ? bytes : bytes.reversed()
    }
  }

  @Test("Rows come in every encoding with a mark, in UTF-16 without one, and with line ends of any kind")
  func encodings() throws {
    let folder = try TemporaryFolder(["t.sheet": "input a = 1\ninput b = 2\nc = a & b\n"])
    func check(_ bytes: [UInt8], _ expected: String, at location: SourceLocation = #_sourceLocation) throws {
      try OutputFile.write(bytes, to: folder["rows"])
      let run = ToolRun("eval", folder["t.sheet"], "--rows", folder["rows"], "-f", "csv")
      #expect(run.output == "c\r\n" + expected || run.output == "c\n" + expected, sourceLocation: location)
      #expect(run.errors == "", sourceLocation: location)
    }
    let text = "a,b\nä,😀\n"
    for isLittle in [true, false] {
      for (width, mark) in [(2, true), (4, true), (2, false)] {
        try check(Self.bytes(text, width, isLittle: isLittle, mark: mark), "ä😀\n")
      }
      let lines = "{\"a\": \"ä\", \"b\": \"😀\"}\n"
      try check(Self.bytes(lines, 2, isLittle: isLittle, mark: true), "ä😀\n")
    }
    try check([0xEF, 0xBB, 0xBF] + Array(text.utf8), "ä😀\n")
    try check(Array("a,b\rx,1\ry,2\r".utf8), "x1\ny2\n")
    // A pair of units that two chunks would part, wherever they are cut.
    let many = "a,b\n" + String(repeating: "😀,x\n", count: 20_000)
    for offset in 0..<4 {
      let shifted = String(repeating: "\n", count: offset) + many
      try check(Self.bytes(shifted, 2, isLittle: true, mark: true), String(repeating: "😀x\n", count: 20_000))
    }
    let half = [0xFF, 0xFE] + Self.bytes("a,b\nx,", 2, isLittle: true, mark: false) + [0x00, 0xD8, 0x0A, 0x00]
    try OutputFile.write(half, to: folder["rows"])
    let run = ToolRun("eval", folder["t.sheet"], "--rows", folder["rows"])
    #expect(run.status == 2 && run.errors.contains("this is no text in utf-16le [csv-encoding]"), "\(run.errors)")
  }

  @Test("What is too long is told with where it begins, and a text that may have no end as that")
  func huge() throws {
    let folder = try TemporaryFolder(["t.sheet": "input a = 1\nc = a\n"])
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 17 << 20)
    for (start, words) in [
      ("a,b\n", "rows.csv:2:1: the row is longer than 16 MB [csv-huge-row]"),
      (
        "a,b\n1,\"",
        "rows.csv:2:3: the row is longer than 16 MB, or this quotation mark is never closed [csv-huge-row]"
      ),
    ] {
      try OutputFile.write(Array(start.utf8) + long + Array("\",1\n".utf8), to: folder["rows.csv"])
      for call in [["eval", folder["rows.csv"]], ["convert", folder["rows.csv"], "-"]] {
        let run = ToolRun(call)
        #expect(run.status == 2 && run.errors.contains(words), "\(call): \(run.errors)")
      }
    }
    let wide = (0..<20_000).map { "c\($0)" }.joined(separator: ",")
    try OutputFile.write(Array(wide.utf8), to: folder["rows.csv"])
    let run = ToolRun("eval", folder["t.sheet"], "--rows", folder["rows.csv"])
    #expect(run.status == 2 && run.errors.contains("more than 16384 fields"))
  }

  @Test("What holds no rows of text is told what it is to be")
  func otherFiles() throws {
    let folder = try TemporaryFolder([
      "t.sheet": "input a = 1\nc = a\n", "list.json": " [\n{\"a\": 1},\n{\"a\": 2}]\n", "tall.json": "{\n\"a\": 1\n}\n",
      "b k.xlsx": "",
    ])
    for (name, words) in [
      ("list.json", "is one list of JSON, and --rows takes lines of which each is an object\n  = help: jq -c '.[]' "),
      ("tall.json", "tall.json:1:2: the line is no JSON: the text ends within an object\n  = help: each line is an "),
      ("b k.xlsx", "b k.xlsx is a workbook, and --rows takes rows of text\n  = help: sheaf convert '"),
    ] {
      let run = ToolRun("eval", folder["t.sheet"], "--rows", folder[name])
      #expect(run.status == 2 && run.errors.contains(words), "\(run.errors)")
    }
  }

  @Test("A number of JSON that no value can be is refused, and kept with the digits that it has")
  func hugeNumbers() throws {
    let folder = try TemporaryFolder(["t.sheet": "input a = 1\nc = a\n", "rows": "{\"a\": 1e400}\n"])
    for (format, kept) in [("json", "\"a\": 1e400"), ("csv", "\n1e400,"), ("human", " 1e400 ")] {
      let run = ToolRun("eval", folder["t.sheet"], "--rows", folder["rows"], "--keep", "a", "-f", format)
      #expect(run.status == 1 && run.output.contains(kept), "\(run.output)")
    }
  }
}
