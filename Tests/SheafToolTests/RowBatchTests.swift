import Testing

@testable import SheafTool

@Suite("sheaf eval --rows")
struct RowBatchTests {
  private func check(
    _ sheet: String, _ rows: String, _ output: String, _ status: Int32 = 0,
    with arguments: (String, String) = ("-f", "csv"),
    errors: String = "", at location: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try TemporaryFolder(["x.sheet": sheet, "in.csv": rows])
    let run = ToolRun("eval", folder["x.sheet"], "--rows", folder["in.csv"], arguments.0, arguments.1)
    #expect(run.output == output, sourceLocation: location)
    #expect(run.status == status, "\(run.errors)", sourceLocation: location)
    #expect(
      errors.isEmpty ? run.errors.isEmpty : run.errors.contains(errors), "\(run.errors)", sourceLocation: location)
  }

  @Test("Each row of inputs gives a row of outputs")
  func rows() throws {
    try check(talk, "A,B\n1,2\n30,10\n", "C\n43\n80\n")
    try check(talk, "A\n1\n", "           C\n          51\n", with: ("--get", "C"))
    try check("input t: text\nn = LEN(t)", "t\n\"007\"\n12\n", "n\n3\n2\n")
  }

  @Test("A LAMBDA that calls itself is that of its row")
  func recursion() throws {
    try check(
      "input n = 1\nf = LAMBDA(k, k * n)\ng = LAMBDA(k, IF(k <= 0, 0, f(k) + g(k - 1)))\nx = g(4)", "n\n3\n1\n2\n",
      "           x\n          30\n          10\n          20\n", with: ("--get", "x"))
  }

  @Test("A refused row gives errors and stops no other")
  func refusedRows() throws {
    let sheet = "input r: number in 0..1 = 0\nx = r * 2"
    try check(sheet, "r\n0.5\n7\n1\n", "x\n1\n#VALUE!\n2\n", 1, errors: "in.csv:3:1")
    try check(sheet, "r\n0.5,1\n1\n", "x\n#VALUE!\n2\n", 1, errors: "the row has 2 fields, and the header has 1")
    try check("A = 1\nx = 1/A", "A\n0\n2\n", "x\n#DIV/0!\n0.5\n", 1, errors: "1 of 2 rows gave errors")
  }

  @Test("Each row is evaluated as if the sheet had been loaded for it")
  func loadedAnew() throws {
    try check(
      "input x = 0\nstate s = 0 { on x.changed : s + x }\nn = s * 10", "x\n1\n2\n0\n2\n",
      "s,n\n1,10\n2,20\n0,0\n2,20\n")
    let table = "input x = 0\ntable t {\n| v |\n| 5 |\non x.changed : insert last (x)\n}\nn = SUM(t[v])"
    try check(
      table, "x\n1\n2\n", "           n\n           6\n           7\n", with: ("--get", "n"))
  }

  @Test("Arrays and tables come out in the size that they have in each row")
  func sizes() throws {
    func run(_ sheet: String, _ rows: String, _ names: String...) throws -> (rows: String, alone: [String]) {
      let folder = try TemporaryFolder(["x.sheet": sheet, "in.csv": rows])
      let gets = names.flatMap { ["--get", $0] }
      let run = ToolRun(["eval", folder["x.sheet"], "--rows", folder["in.csv"], "-f", "jsonl"] + gets)
      let lines = rows.split(separator: "\n").dropFirst()
      let alone = lines.map { ToolRun(["eval", folder["x.sheet"], "--set", "n=\($0)", "-f", "json"] + gets).output }
      return (run.output, alone)
    }
    let spill = try run(
      "input n = 1\nC1 = SEQUENCE(n)\ns = SUM(C1:C5)\nm = SUM(C2:C5)\n", "n\n3\n1\n2\n", "C1#", "s", "m")
    #expect(
      spill.rows == """
        {"C1#": [[1], [2], [3]], "m": 5, "s": 6}
        {"C1#": 1, "m": 0, "s": 1}
        {"C1#": [[1], [2]], "m": 2, "s": 3}

        """)
    for (line, alone) in zip(spill.rows.split(separator: "\n"), spill.alone) { #expect(alone.contains(line)) }
    let table = try run(
      "input n = 0\ntable t {\n| b |\n| 5 |\non n.changed : insert first (n)\n}\n", "n\n1\n0\n3\n", "t[b]", "t",
      "t[1].b")
    #expect(
      table.rows == """
        {"t": [{"b": 1}, {"b": 5}], "t[1].b": 1, "t[b]": [[1], [5]]}
        {"t": [{"b": 5}], "t[1].b": 5, "t[b]": 5}
        {"t": [{"b": 3}, {"b": 5}], "t[1].b": 3, "t[b]": [[3], [5]]}

        """)
    for (line, alone) in zip(table.rows.split(separator: "\n"), table.alone) { #expect(alone.contains(line)) }
  }

  @Test("A row that is not there in every row is no failure of the call")
  func missingRows() throws {
    let sheet = "input n = 0\ntable t {\n| b |\n| 5 |\non n.changed : delete where b > n\n}\n"
    let folder = try TemporaryFolder(["x.sheet": sheet, "in.csv": "n\n0\n7\n1\n"])
    let run = ToolRun("eval", folder["x.sheet"], "--rows", folder["in.csv"], "--get", "t[1].b", "-f", "csv")
    #expect((run.status, run.output) == (1, "t[1].b\n5\n5\n#REF!\n"))
    #expect(run.errors.contains("There is no row 1; there are 0."))
  }

  @Test("A constant that a row sets is again what it was before the next one")
  func constants() throws {
    let sheet = "x = 0\nstate s = 0 { on x.changed : s + 1 }\nn = s * 10"
    try check(sheet, "x\n1\n1\n0\n1\n", "s,n\n1,10\n1,10\n0,0\n1,10\n")
    let circle = "option iterate = 1, 0\na = 1\nb = b + a\n"
    try check(circle, "a\n5\n5\n1\n2\n", "b\n6\n6\n1\n3\n")
  }

  @Test("A row that breaks a check is told with its line, and the call ends with 1")
  func brokenChecks() throws {
    let sheet = "input x = 1\nn = x * 2\nalways \"small\": n < 9\nnever \"odd\": x = 3"
    try check(sheet, "x\n1\n2\n", "n\n2\n4\n")
    try check(
      sheet, "x\n1\n5\n2\n", "n\n2\n10\n4\n", 1,
      errors: "error: always \"small\" is broken: n = 10")
    try check(sheet, "x\n1\n5\n2\n", "n\n2\n10\n4\n", 1, errors: "in.csv:3:1")
    try check(sheet, "x\n3\n", "n\n6\n", 1, errors: "never \"odd\" is broken: x = 3")
    // It is broken by its own row alone.
    let run = try toldOnce(sheet, "x\n5\n1\n1\n")
    #expect(run == 1)
  }

  private func toldOnce(_ sheet: String, _ rows: String) throws -> Int {
    let folder = try TemporaryFolder(["x.sheet": sheet, "in.csv": rows])
    let run = ToolRun("eval", folder["x.sheet"], "--rows", folder["in.csv"], "-f", "csv")
    return run.errors.ranges(of: "is broken").count
  }

  @Test("A column that nothing can set ends the call with 2")
  func header() throws {
    try check("rate = 1\nx = rate", "raet\n1\n", "", 2, errors: "did you mean rate?")
    try check("rate = 1\nx = rate", "x\n1\n", "", 2, errors: "is a formula")
    try check("rate = 1\nx = rate", "rate,RATE\n1\n", "", 2, errors: "twice")
    try check("rate = 1\nx = rate", "", "", 2, errors: "empty")
  }

  @Test("JSON comes row by row")
  func json() throws {
    try check(talk, "A\n1\n2\n", "{\"C\": 51}\n{\"C\": 52}\n", with: ("-f", "jsonl"))
    let folder = try TemporaryFolder(["x.sheet": talk, "in.csv": "A\n1\n"])
    let run = ToolRun("eval", folder["x.sheet"], "--rows", folder["in.csv"], "-f", "json")
    #expect(
      run.output
        == "{\"columns\": [\"C\"], \"file\": \"\(folder["x.sheet"])\", \"rows\": [\n{\"C\": 51}\n], \"version\": 1}\n")
  }
}
