/// A command of the prompt, such as `:why`.
enum PromptVerb: String, CaseIterable {
  case why, deps, uses, cells, changes, last, table, plot, graph, set, run, wait, watch, test, rename, delete
  case insert, move, copy, undo, redo, history, diff
  case stats, reload, load, save, functions, explain, help, quit

  /// What it is given, for help.
  var usage: String {
    switch self {
    case .why: "CELL or EXPRESSION"
    case .deps, .uses: "CELL"
    case .cells: "[PATTERN]"
    case .table: "[NAME]"
    case .plot: "[LABEL or COLUMN, … as KIND]"
    case .graph: "[CELL or FILE]"
    case .set: "CELL VALUE"
    case .run: "NAME [VALUE, …]"
    case .wait: "[SECONDS]"
    case .watch: "[CELL … | off]"
    case .rename: "OLD NEW"
    case .delete: "NAME or ROWS"
    case .insert: "ROWS"
    case .move, .copy: "CELLS to CELLS"
    case .undo, .redo: "[N]"
    case .load: "FILE"
    case .save: "[TABLE] [FILE]"
    case .functions, .help: "[NAME]"
    case .explain: "CODE"
    case .test: "[RE]"
    case .changes, .last, .history, .diff, .stats, .reload, .quit: ""
    }
  }

  var summary: String {
    switch self {
    case .why: "explains a value: its formula, each step, what it was made of"
    case .deps: "lists the cells that a cell reads"
    case .uses: "lists the cells that read a cell"
    case .cells: "lists the cells with their values, or those whose names fit, as in plan*"
    case .changes: "shows everything that the last entry has changed"
    case .last: "shows what was shown last, with all its rows"
    case .table: "shows a table, or lists the tables"
    case .plot: "draws a chart of the sheet, or columns: lines, bars, points, an area or a histogram"
    case .graph: "lists what each cell is made of, or draws it into a file such as graph.svg"
    case .set: "sets an input or constant to what is typed, as --set does"
    case .run: "triggers an action, or fires an event"
    case .wait: "lets real time pass, or waits for the answers that are under way"
    case .watch: "says which cells are shown when they change by themselves"
    case .test: "runs the tests of the sheet"
    case .rename: "gives a cell, a table or a column another name, wherever it is used"
    case .delete: "takes a definition away, such as A, B2, x <~ or \"a check\", or rows and cells of a grid: rows 3:5"
    case .insert: "makes room on a grid, as in :insert rows 3:5, columns B or B2:C9 down; :delete rows 3:5 closes up"
    case .move: "puts cells elsewhere, as in :move A1:B9 to D1; what refers to them follows"
    case .copy: "writes cells once more, or as often as they fit, as in :copy B1:C1 to B2:C9"
    case .undo: "takes the last entry back, or the last N; what has happened stays"
    case .redo: "makes it again"
    case .history: "lists the entries that can be taken back"
    case .diff: "shows how the text differs from the file"
    case .stats: "says how much work the sheet was since it was loaded, and what memory it takes"
    case .reload: "reads the file again"
    case .load: "loads a sheet in place of this one"
    case .save: "writes the text to its file or another one, or a table as CSV; :save! overwrites what has changed"
    case .functions: "lists the functions, or explains one"
    case .explain: "tells what a finding means, by the code in brackets behind its message"
    case .help: "says this, or explains a command or function"
    case .quit: "leaves"
    }
  }

  /// The verb of a word, or of the beginning of exactly one verb.
  init?(word: String) {
    if let verb = PromptVerb(rawValue: word.lowercased()) {
      self = verb
      return
    }
    let fitting = PromptVerb.allCases.filter { !word.isEmpty && $0.rawValue.hasPrefix(word.lowercased()) }
    guard fitting.count == 1, let verb = fitting.first else { return nil }
    self = verb
  }

  /// Whether what it is given goes on over lines while a bracket is open, as a value does and no file or pattern.
  private var takesValue: Bool {
    switch self {
    case .why, .plot, .set, .run, .wait, .insert, .delete: true
    default: false
    }
  }

  /// Whether a line is a command that ends with it.
  static func isWhole(_ line: String) -> Bool {
    let text = line.trimmed
    if text.hasPrefix("?") { return true }
    guard text.hasPrefix(":") else { return false }
    return PromptVerb(word: String(text.dropFirst().prefix(while: \.isLetter)))?.takesValue != true
  }

  /// The verb that somebody means by its word, or by that of another program.
  init?(inOtherWords word: String) {
    switch word.lowercased() {
    case "exit", "bye": self = .quit
    case "open": self = .load
    case "list", "ls", "show": self = .cells
    case let word: self.init(rawValue: word)
    }
  }
}
