import ArgumentParser
import CellModel
import Diagnostics
import FunctionLibrary
import Hosting
import LiveSheets
import ReactiveCore
import SheetPrograms
import SheetText
import Workbooks

/// Options of every command that loads sheets.
struct SheetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The date and time that NOW() and TODAY() give, as in 2015-04-01T12:30.", valueName: "iso"))
  var now: String?

  @Option(help: ArgumentHelp("The seed of RAND() and its kin.", valueName: "n"))
  var seed: UInt64?

  @Option(
    name: .customLong("allow-read"),
    help: ArgumentHelp("A folder outside the sheet's own from which it may read files.", valueName: "path"),
    completion: .directory)
  var readableFolders: [String] = []

  @Option(help: ArgumentHelp("The largest file that is read; 1024 by default.", valueName: "mb"))
  var maxFileSize: Int?

  @Option(
    help: ArgumentHelp(
      "How many steps one formula may take: calls of LAMBDAs, and elements of arrays by sixteens; 10000000 by default.",
      valueName: "steps"))
  var limit: Int?

  // How files of separated values are read. They are no group of their own: a debug build of the parser looks through the
  // groups of a group four times as often.
  @Flag(name: .customLong("text"), help: "Takes all fields of a CSV file for texts, whatever they look like.")
  var areTexts = false

  @Option(
    help: ArgumentHelp(
      "The encoding of a CSV file that is not UTF-8 and has no mark, such as windows-1252.", valueName: "name"),
    completion: .list(TextEncoding.allCases.map(\.rawValue)))
  var encoding: String?

  @Option(
    help: ArgumentHelp(
      "What stands between the fields of a CSV file, one character or tab; else it is found.", valueName: "char"))
  var separator: String?

  /// How files of separated values are read as workbooks.
  func readerOptions() throws(CallFailure) -> WorkbookReader.Options {
    var options = WorkbookReader.Options()
    options.areTexts = areTexts
    if let encoding {
      guard let known = TextEncoding(named: encoding) else {
        let names = TextEncoding.allCases.map(\.rawValue)
        throw CallFailure(
          "there is no encoding \(encoding); it is one of \(names.joined(separator: ", "))",
          near: NearNames.suggestion(for: encoding, among: names))
      }
      options.encoding = known
    }
    if let separator {
      guard let byte = separator == "tab" ? 0x09 : separator.utf8.first,
        separator == "tab" || separator.utf8.count == 1,
        byte != 0x22, byte >= 0x20 || byte == 0x09
      else { throw CallFailure("--separator takes one character or tab, and “\(separator)” is neither") }
      options.delimiter = byte
    }
    return options
  }
}

/// Options of requests; a command that makes none takes them in silence, so that one set of flags suits all.
struct NetworkOptions: ParsableArguments {
  @Option(
    name: .customLong("allow-net"),
    help: ArgumentHelp(
      "A host that the sheet may reach, as HOST or HOST:PORT; * for all. Once for each.", valueName: "host"))
  var reachableHosts: [String] = []

  @Option(help: ArgumentHelp("How long a request may take.", valueName: "seconds"))
  var timeout: Double = 30
}

/// Options of commands that write values for other programs.
struct ExportOptions: ParsableArguments {
  @Flag(
    name: .customLong("guard-formulas"),
    help: "Writes texts that begin with =, +, - or @ with an apostrophe in front, in CSV and TSV.")
  var guardsFormulas = false
}

/// Loads sheets with what a call says about clock, chance and files.
struct SheetLoading {
  let clock: () -> Double
  let seed: UInt64?
  /// How files of separated values are read.
  let workbooks: WorkbookReader.Options
  private let readableFolders: [String]
  private let fileLimit: FileLimit
  private let stepLimit: Int?
  /// What is read in place of a file named `-`.
  private let input: StandardInput
  /// Takes what is told about reading.
  private let console: Console
  /// Sends the requests that sheets make, as far as the call permits them.
  let client: HTTPClient
  /// Takes which files are read.
  let log: FileLog

  init(
    _ options: SheetOptions, _ network: NetworkOptions, _ console: Console, noting log: FileLog = FileLog()
  ) throws(CallFailure) {
    self.log = log
    let settings = console.configuration.sheet
    if let text = options.now ?? settings.now {
      guard case .number(let serial, let kind) = TypedText.value(typed: text), kind.isDay else {
        throw CallFailure("--now takes a date and time such as 2015-04-01T12:30, and “\(text)” is none")
      }
      clock = { serial }
    } else {
      clock = console.surroundings.now
    }
    input = StandardInput(console.input)
    self.console = console
    workbooks = try options.readerOptions()
    seed = options.seed ?? settings.seed
    readableFolders = options.readableFolders
    if let size = options.maxFileSize {
      guard (1...1 << 20).contains(size) else {
        throw CallFailure("--max-file-size takes a number of megabytes greater than 0, at most \(1 << 20)")
      }
      fileLimit = FileLimit(count: size << 20)
    } else {
      fileLimit = .standard
    }
    stepLimit = options.limit ?? settings.limit
    if let limit = options.limit, limit < 1 { throw CallFailure("--limit takes a number of steps greater than 0") }
    guard network.timeout > 0, network.timeout <= 86_400 else {
      throw CallFailure("--timeout takes a number of seconds greater than 0, at most a day")
    }
    do throws(NetworkPermission.InvalidHost) {
      client = HTTPClient(
        try NetworkPermission(hosts: network.reachableHosts), timeout: network.timeout, clock: QueueScheduler()
      ) { "allow it with --allow-net=\($0)" }
    } catch { throw CallFailure("--allow-net takes a host, and \(error)") }
  }

  /// What is in a file, if it is not too large.
  func bytes(at path: String) throws(CallFailure) -> [UInt8] { try FileSystem.read(path, limit: fileLimit) }

  /// A file of separated values as a table, read as the call says.
  ///
  /// - Parameter path: What the file is called; its ending may tell what separates the values.
  func table(_ bytes: [UInt8], named path: String) throws(CSVError) -> TableFile {
    try TableFile(bytes, workbooks.named(path))
  }

  /// - Parameter keepsTrees: Whether somebody looks at most of its formulas, and not only at what they come to.
  func document(at path: String, keepsTrees: Bool = true) throws(CallFailure) -> SheetDocument {
    guard path != FilePath.standardInput else {
      return SheetDocument(name: FilePath.shown(path), bytes: try input.bytes(limit: fileLimit), keepsTrees: keepsTrees)
    }
    log.begin(path)
    let bytes = try self.bytes(at: path)
    console.detail("read \(path): \(bytes.count) bytes")
    return SheetDocument(name: path, bytes: bytes, keepsTrees: keepsTrees)
  }

  func sheet(at path: String) throws(CallFailure) -> LiveSheet {
    LiveSheet(try document(at: path, keepsTrees: false), environment: environment(forFile: path))
  }

  /// A sheet reads files beside it and below, and where the call allows it.
  func environment(forFile path: String, seed: UInt64? = nil) -> LiveSheet.Environment {
    environment(forFolder: FilePath.directory(of: path), seed: seed) { [log] in log.note($0, for: path) }
  }

  /// - Parameter note: Takes the paths of the files that are read.
  func environment(
    forFolder folder: String, seed fixed: UInt64? = nil, noting note: @escaping (String) -> Void = { _ in }
  ) -> LiveSheet.Environment {
    let permission = ReadPermission(folder: folder, allowed: readableFolders, limit: fileLimit)
    // Without a seed every run draws other numbers.
    var environment = LiveSheet.Environment(
      catalog: .standard, readFile: { name in try permission.read(name, noting: note) }, now: clock,
      seed: fixed ?? seed ?? UInt64.random(in: 0 ... .max),
      services: .program { name, _ in HTTPClient.supplies(name) })
    environment.workbooks = WorkbookCache(reading: workbooks)
    environment.stepLimit = stepLimit ?? environment.stepLimit
    environment.exceededMemory = MemoryLimit.exceeded
    return environment
  }

  /// What a sheet may ask of the world while it is tested: no service, and a clock that stands.
  func testEnvironment(forFile path: String) -> LiveSheet.Environment {
    var fixed = environment(forFile: path, seed: seed ?? 0x5EAF)
    fixed.now = { LiveSheet.virtualStart }
    fixed.hasVirtualClock = true
    fixed.services = .mocked
    return fixed
  }
}

/// The standard input read as one file, once.
private final class StandardInput {
  private let input: LineInput
  private var known: [UInt8]?

  init(_ input: LineInput) { self.input = input }

  func bytes(limit: FileLimit) throws(CallFailure) -> [UInt8] {
    if let known { return known }
    guard let bytes = input.rest(atMost: limit.count) else { throw limit.failure("the standard input") }
    try input.checkWasRead()
    known = bytes
    return bytes
  }
}

extension CallFailure: CustomStringConvertible {
  var description: String { help.map { "\(message) (\($0))" } ?? message }
}

extension CallFailure {
  /// Why a file of separated values cannot be read, with the place in it.
  ///
  /// - Parameter hasEncoding: Whether the call may name the encoding of the file.
  init(_ error: CSVError, in path: String, hasEncoding: Bool = false) {
    // What keeps the bytes from coming has no place among them.
    if case .unreadable(let reason) = error.fault {
      self.init(reason)
      return
    }
    let help = hasEncoding && error.fault == .illFormed ? "--encoding names another one, such as windows-1252" : nil
    self.init("\(path):\(error.line):\(error.column): \(error.message)", help: help, code: error.fault.code)
  }

  init(_ failure: LookupFailure) {
    if let help = failure.help {
      self.init(failure.message, help: help)
    } else {
      self.init(failure.message, near: failure.suggestion)
    }
  }
  init(_ refusal: Refusal) { self.init(refusal.message, near: refusal.suggestion) }
}

/// `--set` on the command line: several cells set in one instant.
struct CellSettings {
  let pairs: [(path: String, text: String)]

  init(_ texts: [String]) throws(CallFailure) {
    var pairs: [(path: String, text: String)] = []
    for text in texts {
      guard let pair = NameAndValue(text) else {
        throw CallFailure("--set takes NAME=VALUE, and “\(text)” has no name and =")
      }
      pairs.append((pair.name, pair.value))
    }
    self.pairs = pairs
  }

  /// What helps where `rate=5` stands among the arguments as if it were a file; `nil` of a word that may well be one.
  static func help(forArgument word: String) -> String? {
    guard NameAndValue(word) != nil, !word.contains("/"), !WorkbookFile.isWorkbook(word),
      !FilePath.hasExtension(word, "sheet"), FileSystem.kind(word) == nil
    else { return nil }
    return "an input is set by --set \(FilePath.shellWord(word))"
  }

  func apply(to sheet: LiveSheet, _ console: Console) throws(CallFailure) {
    guard !pairs.isEmpty else { return }
    let former = pairs.map { path, _ in try? sheet.cell(path).get() }.map { $0.map(sheet.value(of:)) }
    do throws(Refusal) {
      try sheet.transaction { (change) throws(Refusal) in
        for (path, text) in pairs { try change.set(path, toTyped: text) }
      }
    } catch { throw Self.failure(error, of: sheet) }
    for ((path, text), old) in zip(pairs, former) { Self.tell(path, text, replacing: old, console) }
  }

  /// A refusal, with the inputs that there are where a name is none and nothing is near it.
  private static func failure(_ refusal: Refusal, of sheet: LiveSheet) -> CallFailure {
    var failure = CallFailure(refusal)
    let inputs = Possibilities(of: sheet).inputs.map(\.path).filter { !$0.contains("[") }
    guard refusal.kind == .unknown, failure.help == nil, !inputs.isEmpty else { return failure }
    failure.help = "the inputs are \(inputs.prefix(8).joined(separator: ", "))\(inputs.count > 8 ? ", …" : "")"
    return failure
  }

  /// Says so where a number has become a text because of its comma, or a date because no calendar has the day.
  static func tell(_ path: String, _ typed: String, replacing old: CellValue?, _ console: Console?) {
    guard let console, let old, old.number != nil else { return }
    let number = TypedText.withPoint(typed: typed)
    let isNoDay = old.kind.isDay && typed.first?.isNumber == true && TypedText.value(typed: typed).text != nil
    guard number != nil || isNoDay else { return }
    let kind = isNoDay ? "date" : "number"
    console.errors.line("\(console.errorPaint.warning("warning:")) \(path) was a \(kind), and “\(typed)” is a text")
    if let number { console.errors.line("  = help: \(Diagnostic.didYouMean(number))") }
  }
}
