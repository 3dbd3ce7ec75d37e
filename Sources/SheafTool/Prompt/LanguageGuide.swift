/// What is said at the prompt about the words of the language, each with an example to type.
struct LanguageGuide {
  struct Topic {
    /// The words that it explains, the first of which is its title.
    let words: [String]
    /// How it is written, with what varies in small letters.
    let form: String
    let meaning: String
    /// Statements as they stand in a sheet, or the steps of a test.
    let example: [String]
  }

  private let paint: Paint

  init(_ paint: Paint) { self.paint = paint }

  /// The entry of a word, in any case.
  static func entry(for word: String) -> Topic? {
    let key = word.lowercased()
    return entries.first { $0.words.contains(key) }
  }

  /// The entries that have all of some words in what they say.
  static func entries(about topic: String) -> [Topic] {
    let words = topic.lowercased().split { !$0.isLetter && !$0.isNumber }
    guard !words.isEmpty else { return [] }
    return entries.filter { entry in
      let text = [entry.words.joined(separator: " "), entry.form, entry.meaning].joined(separator: " ").lowercased()
      return words.allSatisfy { text.contains($0) }
    }
  }

  func page(of entry: Topic) -> [String] {
    [paint.strong(entry.form), "  \(entry.meaning)", ""] + entry.example.map { "  \($0)" }
  }

  /// A line for each of some entries.
  func list(_ entries: [Topic]) -> [String] {
    let width = entries.map { TextWidth.of($0.words[0]) }.max() ?? 0
    return entries.map { "  \(paint.name(TextWidth.padded($0.words[0], to: width)))  \($0.meaning)" }
  }

  static let entries: [Topic] = cells + tables + charts + time + checks + tests

  private static let cells = [
    Topic(
      words: ["input"], form: "input name: type in domain = value where condition",
      meaning: "What may be set from outside: by a person, --set, a test or a program.",
      example: ["input rate: number in 0..1 = 7%", "input size in {\"S\", \"M\", \"L\"} = \"M\""]),
    Topic(
      words: ["in", "domain", "range"], form: "in low..high, or in {value, value}",
      meaning: "The domain of an input, an event or a service: what it may be, and what explore tries.",
      example: ["input years: number in 5..30 = 10", "event key: text in {\"a\", \"b\"}"]),
    Topic(
      words: ["type", "types", "number", "text", "logical", "date", "record", "list", "any"],
      form: "number text logical date record list any",
      meaning: "The types of inputs, events, services and the columns of tables.",
      example: ["input born: date", "event push: record"]),
    Topic(
      words: ["as", "format"], form: "name = formula as \"format\"",
      meaning: "How a number is shown; its value stays as it is.",
      example: ["total = 1234.5 as \"#,##0.00\"", "share = 0.25 as \"0 %\""]),
    Topic(
      words: ["fill"], form: "A2:A9 = formula",
      meaning: "A formula for many cells, written for the first; its references shift as when filling down.",
      example: ["A1 = 2", "A2:A9 = A1 * 2"]),
    Topic(
      words: ["spill", "#"], form: "A1 = array formula, A1# its spill range",
      meaning: "An array at a grid address fills its neighbours; a named cell holds it as one value.",
      example: ["B1 = SEQUENCE(3)", "total = SUM(B1#)"]),
    Topic(
      words: ["sheet", "grid"], form: "sheet Name",
      meaning: "Begins another grid of the file, whose cells are reached by Name!B2.",
      example: ["sheet Rates", "B2 = 7%", "sheet Plan", "B3 = Rates!B2 * 100"]),
    Topic(
      words: ["use"], form: "use \"File.sheet\" as name { input <~ expression }",
      meaning: "An instance of another sheet, whose cells are reached with a dot.",
      example: ["use \"Detail.sheet\" as detail { person <~ chosen }"]),
    Topic(
      words: ["<~", "<~>", "binding", "bind"], form: "input <~ expression, or input <~> input",
      meaning: "Sets an input whenever an expression changes; <~> keeps two inputs equal.",
      example: ["detail.person <~ chosen", "detail.name <~> search"]),
    Topic(
      words: ["//", "///", "comment", "comments"], form: "// comment, /// documentation",
      meaning: "A comment, and documentation of the definition below it.",
      example: ["/// What is left after tax.", "net = 100 - 19   // in euros"]),
    Topic(
      words: ["_", "last"], form: "_", meaning: "The value of the last expression at the prompt.",
      example: ["1 + 2", "_ * 10"]),
    Topic(
      words: ["array", "arrays"], form: "{1, 2; 3, 4}",
      meaning: "Values in rows, separated by ; and columns, separated by a comma.",
      example: ["m = {1, 2; 3, 4}", "t = TRANSPOSE(m)"]),
    Topic(
      words: ["records", "field"], form: "{name: value, name: value}, r.name",
      meaning: "Values with names, each reached with a dot.",
      example: ["r = {name: \"Ada\", born: 1815}", "n = r.name"]),
  ]

  private static let tables = [
    Topic(
      words: ["table", "column", "columns", "row", "rows"], form: "table name { | header | … column = formula }",
      meaning: "Rows with columns, of which some are computed by one formula for the whole column.",
      example: ["table sales {", "  | price | pieces |", "  | 2.50  | 4      |", "  revenue = price * pieces", "}"]),
    Topic(
      words: ["12 rows", "sequence"], form: "table name { n rows; column = formula }",
      meaning: "A table of so many computed rows; ROW() is the number of the row, from 1.",
      example: ["table plan {", "  12 rows", "  month = ROW()", "}"]),
    Topic(
      words: ["from", "csv"], form: "table name from \"file.csv\" { column = formula }",
      meaning: "A table whose rows are in a CSV file beside the sheet.",
      example: ["table sales from \"sales.csv\" { revenue = price * pieces }"]),
    Topic(
      words: ["of"], form: "table name of \"File.sheet\" { n rows }",
      meaning: "A table in which every row is an instance of another sheet.",
      example: ["table people of \"Person.sheet\" { 4 rows }"]),
    Topic(
      words: ["insert"], form: "insert first|last|before n|after n table (value, …)",
      meaning: "Adds a row to a table: at the prompt, in a test, or as a clause of the table.",
      example: ["insert last sales (2.50, 4)"]),
    Topic(
      words: ["delete"], form: "delete table[n]",
      meaning: "Takes a row out of a table; a clause deletes where a condition holds.",
      example: ["delete sales[1]"]),
    Topic(
      words: ["update"], form: "on event : update column = value where condition",
      meaning: "A clause of a table that changes a column in some of its rows.",
      example: [
        "event reset", "table sales {", "  | price |", "  | 2.50  |", "  on reset : update price = 0", "}",
      ]),
    Topic(
      words: ["clear"], form: "clear cell", meaning: "Makes an input or a constant blank.", example: ["clear name"]),
  ]

  private static let time = [
    Topic(
      words: ["event", "events"], form: "event name: type in domain",
      meaning: "Something that happens, with a payload or without; its name alone fires it.",
      example: ["event tap", "event key: text in {\"a\", \"b\"}"]),
    Topic(
      words: ["state", "states"], form: "state name = first { on event : value }",
      meaning: "A cell whose value the latest event decides; its own name in a clause is the value before.",
      example: ["event tap", "state count = 0 { on tap : count + 1 }"]),
    Topic(
      words: ["on", "where", "clause"], form: "on event where condition : value",
      meaning: "A clause of a state, a table or an action: what an event does, if its condition holds.",
      example: ["event tap", "state isOpen = FALSE { on tap where NOT(isOpen) : TRUE; on EVERY(10) : FALSE }"]),
    Topic(
      words: ["stream", "streams", "changed"], form: "x.changed, EVERY(seconds), DEBOUNCE(stream, seconds) …",
      meaning: "A series of events made of others; MAP, FILTER, MERGE, SCAN, DELAY, THROTTLE and more make them.",
      example: ["input name: text", "event settled = DEBOUNCE(name.changed, 0.3)"]),
    Topic(
      words: ["debounce"], form: "DEBOUNCE(stream, seconds)",
      meaning: "The latest event, when it has been quiet for so long.",
      example: ["input name: text", "event settled = DEBOUNCE(name.changed, 0.3)"]),
    Topic(
      words: ["throttle"], form: "THROTTLE(stream, seconds)",
      meaning: "The first event at once, then at most one in so many seconds, the latest.",
      example: ["event tick", "event slow = THROTTLE(tick, 1)"]),
    Topic(
      words: ["delay"], form: "DELAY(stream, seconds)", meaning: "Each event so many seconds later.",
      example: ["event tick", "event late = DELAY(tick, 0.5)"]),
    Topic(
      words: ["merge"], form: "MERGE(stream, …)",
      meaning: "The events of several streams in the order in which they come.",
      example: ["event a", "event b", "event either = MERGE(a, b)"]),
    Topic(
      words: ["hold"], form: "HOLD(stream, condition)",
      meaning: "Keeps the latest event while the condition holds, and passes it on when that stops.",
      example: ["input isBusy: logical", "event save", "event ready = HOLD(save, isBusy)"]),
    Topic(
      words: ["distinct", "pairwise"], form: "DISTINCT(stream), PAIRWISE(stream)",
      meaning: "Drops a payload that is equal to the one before; sends each payload with the one before.",
      example: ["event key: text", "event fresh = DISTINCT(key)"]),
    Topic(
      words: ["sample", "takeuntil"], form: "SAMPLE(stream, by), TAKEUNTIL(stream, stop)",
      meaning: "The latest of a stream at each event of another; a stream that ends with the first event of another.",
      example: ["event key: text", "event tick", "event now = SAMPLE(key, tick)"]),
    Topic(
      words: ["every", "elapsed", "values"], form: "EVERY(seconds), ELAPSED(), VALUES(cell)",
      meaning: "An event each so many seconds; the seconds since load; a cell's value at load and each one after.",
      example: ["state seconds = 0 { on EVERY(1) : seconds + 1 }"]),
    Topic(
      words: ["action", "when", "actions", "started", "succeeded", "failed", "finished", "refused"],
      form: "action name(parameters) when condition = calls of services",
      meaning: "Calls services when it is triggered by its name; a, a.isEnabled, a.value, a.error tell of it.",
      example: ["input name: text", "service greeting(n)", "action greet when name <> \"\" = greeting(name)"]),
    Topic(
      words: ["start", "stop", "stopped", "cancel"],
      form: "action … { on event : start; on event : stop }, stop action",
      meaning: "Clauses that start an action or stop its run; in a test and at the prompt stop is a step.",
      example: [
        "event cancelTap", "service upload()", "action save = upload() {", "  on EVERY(30) : start",
        "  on cancelTap : stop", "}",
      ]),
    Topic(
      words: ["retry", "timeout"], form: "RETRY(call, times, seconds), TIMEOUT(call, seconds)",
      meaning: "Makes a failed call again; fails where no answer comes in time. Both stand in actions and fetches.",
      example: ["service upload()", "action save = RETRY(TIMEOUT(upload(), 10), 3, 2)"]),
    Topic(
      words: ["service", "services"], form: "service name(parameters): type in domain = HTTP.GET(address)",
      meaning: "The only way out of a sheet; without a body the program, a test or you answer its calls.",
      example: ["service login()", "service info(n) = HTTP.GET(\"https://example.org/\" & n)"]),
    Topic(
      words: ["fetch", "else"], form: "fetch name = service(arguments) else value until the answer",
      meaning: "A value from a service, asked for anew whenever what it reads changes.",
      example: ["input name: text", "service avatar(n)", "fetch image = avatar(name) else \"none\""]),
    Topic(
      words: ["replies", "fails", "sends", "answer"], form: "service replies value, service fails \"why\"",
      meaning:
        "Answers the latest open call of a service, at the prompt or in a test; service[1] answers the one made first.",
      example: ["login replies TRUE", "login[1] fails \"busy\""]),
    Topic(
      words: ["wait"], form: "wait seconds", meaning: "Lets time pass: virtual time in a test, real time after :wait.",
      example: ["wait 0.5"]),
  ]

  private static let checks = [
    Topic(
      words: ["always", "check", "checks"], form: "always \"label\": condition",
      meaning: "A condition that must hold after every instant.",
      example: ["A = 1", "always \"small\": A < 10"]),
    Topic(
      words: ["never"], form: "never \"label\": condition",
      meaning: "A condition that must not hold after any instant.",
      example: ["A = 1", "never \"negative\": A < 0"]),
    Topic(
      words: ["modes", "over", "mode"], form: "modes name over cell, cell { \"label\" when condition : value, value }",
      meaning: "A cell with the mode that holds; exactly one must hold, and the cells must have its values.",
      example: [
        "input on: logical = TRUE", "light = IF(on, 1, 0)", "modes lamp over light {", "  \"on\" when on : 1",
        "  \"off\" when NOT(on) : 0", "}",
      ]),
  ]

  private static let charts = [
    Topic(
      words: ["option", "options", "iterate"], form: "option iterate = rounds, change",
      meaning: "At the head of a file: circular formulas settle in so many rounds, until no value changes by more.",
      example: ["option iterate = 100, 0.001"]),
    Topic(
      words: ["chart", "charts", "plot", "line", "bar", "point", "area", "histogram"],
      form: "chart \"label\" = column, column as kind",
      meaning: "A picture of columns, as line, bar, point, area or histogram; :plot draws it.",
      example: [
        "table plan { 12 rows; cash = 100 + 8 * ROW() }", "chart \"Cash\" = plan[cash] as line",
      ]),
  ]

  private static let tests = [
    Topic(
      words: ["test", "tests", "step", "steps"], form: "test \"label\" { steps }",
      meaning: "Steps from the sheet as loaded: x = 5, events, actions, answers, wait, expect.",
      example: ["A = 1", "B = A + 1", "test \"follows\" { A = 2; expect B = 3 }"]),
    Topic(
      words: ["expect", "called", "tolerance", "within"],
      form: "expect condition, called service(arguments), not called service",
      meaning: "Conditions that must hold now; ABS(a - b) < 0.001 allows for a tolerance.",
      example: ["expect 1 + 1 = 2"]),
    Topic(
      words: ["given"], form: "given service replies value, given service fails \"why\"",
      meaning: "Answers every later call of a service in a test at once.", example: ["given login replies TRUE"]),
    Topic(
      words: ["instant"], form: "{ A = 20; B = 10 }",
      meaning: "Several changes in one instant: nobody sees one without the other.",
      example: ["{ A = 20; B = 10 }"]),
  ]
}
