import CellModel
import Formulas
import FunctionLibrary
import Synchronization
import TestSupport
import Testing
import Threads

@testable import Engine

extension Splitting {
  /// Cuts whatever can be cut, for three threads.
  static let everything = Splitting(crew, leastWork: 0)
  private static let crew = Crew(3)
}

/// What several threads make of a sheet is what one makes of it, down to the work that is counted.
@Suite("Columns in pieces")
struct SplittingTests {
  @Test("Pieces follow each other, end at blocks, and are none where there is little to do")
  func pieces() {
    let several = Splitting(Crew(2), leastWork: 50_000)
    #expect(several.pieces(of: 0...999, at: 1, cost: 1) == nil, "a microsecond")
    #expect(several.pieces(of: 0...999_999, at: 1_024, cost: 0.04) == nil, "40 µs")
    #expect(Splitting(Crew(1), leastWork: 0).pieces(of: 0...99_999, at: 1, cost: 9) == nil, "one thread")
    #expect(several.pieces(of: 5...1_000, at: 1_024, cost: 1_000) == nil, "one block")
    for (rows, unit, cost) in [(7...3_000, 1_024, 40.0), (1_024...70_000, 1_024, 1.0), (3...20, 4, 1e6)] {
      let pieces = several.pieces(of: rows, at: unit, cost: cost) ?? []
      #expect(pieces.count > 1 && pieces.count <= 8)
      #expect(pieces.first?.lowerBound == rows.lowerBound && pieces.last?.upperBound == rows.upperBound)
      for (piece, next) in zip(pieces, pieces.dropFirst()) {
        #expect(next.lowerBound == piece.upperBound + 1 && next.lowerBound % unit == 0)
      }
    }
    #expect(Splitting.everything.pieces(of: 1_000...9_000, at: 1_024, cost: 0)?.count == 9)
  }

  @Test("Random columns under random edits have the same values and counters", arguments: 0..<4)
  func columns(shard: Int) {
    for number in 0..<TestLength.count(2, of: 400) {
      let seed = UInt64(number * 4 + shard)
      var pair = EnginePair(seed: seed)
      pair.run()
      if let failure = pair.failure {
        Issue.record("seed \(seed): \(failure)\n  \(pair.log.joined(separator: "\n  "))")
      }
    }
  }

  @Test("Wherever it is stopped, the rest is known and is evaluated with the next call", arguments: 0..<12)
  func cancelled(after count: Int) {
    let book = Workbook()
    book.engine.settings.splitting = .everything
    var rest = Int.max
    book.engine.settings.isCancelled = {
      rest -= 1
      return rest < 0
    }
    book.engine.setConstants((0..<40_000).map { .number(Double($0)) }, from: book.address("A1"))
    book.enter("B1:B40000 = A1 * 2 + 1")
    rest = count
    // How often the caller is asked depends on how many pieces the others take: they may have taken all before it is asked.
    let isDone = book.engine.recalculate()
    #expect(isDone == (rest >= 0) && book.engine.counters.evaluated <= 40_000)
    rest = .max
    #expect(book.engine.recalculate())
    #expect(book.engine.counters.evaluated == 40_000 && book.engine.counters.inBlocks == 40_000)
    for row in 0..<40_000 where book.engine.value(at: book.address("B\(row + 1)")) != .number(Double(row * 2 + 1)) {
      Issue.record("row \(row)")
    }
  }

  @Test("What a thread that helps makes of a day without its year, before it gives up, is not kept")
  func daysOfTheYear() {
    let books = [Workbook(), Workbook()]
    books[0].engine.settings.splitting = Splitting(Crew(1))
    books[1].engine.settings.splitting = .everything
    for book in books {
      book.engine.settings.readTime = { 46_000 }
      book.engine.setConstants((0..<40).map { _ in "2 Jan" }, from: book.address("A1"))
      book.engine.setConstants((0..<20_000).map { .number(Double($0)) }, from: book.address("B1"))
      // Not in the first row of a piece, after which no other would be given away.
      book.enter("C1:C20000 = IF(MOD(B1, 1024) > 1000, SUM(-A$1:A$40) + B1, B1)")
      book.enter("D1:D20000 = IF(MOD(B1, 1024) > 1000, SUM(A$1:A$40 + 1) + B1, B1)")
      book.engine.recalculate()
    }
    for row in stride(from: 1, through: 20_000, by: 7) {
      #expect(books[0]["C\(row)"] == books[1]["C\(row)"] && books[0]["D\(row)"] == books[1]["D\(row)"], "row \(row)")
    }
    #expect(books[1]["C1002"] == .number(-1_825_359), "1001 less forty times 45659")
  }

  @Test("Nobody but the caller is asked for memory, where each row reads much, and all is evaluated once")
  func memory() {
    let own = ThreadNumber.current
    var values: [[CellValue]] = []
    for (splitting, megabytes) in [(Splitting(Crew(1)), nil), (.everything, nil), (.everything, 5)] as [(_, Int?)] {
      let book = Workbook()
      book.engine.settings.splitting = splitting
      let others = Atomic<Int>(0)
      var questions = 0
      book.engine.settings.exceededMemory = {
        if ThreadNumber.current != own { others.add(1, ordering: .relaxed) }
        questions += 1
        return questions > 5 ? megabytes : nil
      }
      book.engine.setConstants((0..<2_000).map { .number(Double($0 * 7_919 % 1_000)) }, from: book.address("A1"))
      book.enter("B1:B2000 = SUM(ABS(A$1:A$2000 - A1)) + LOOKUP(2, 1 / (A$1:A$2000 = A1), A$1:A$2000)")
      book.engine.recalculate()
      #expect(questions > 5 && others.load(ordering: .relaxed) == 0)
      #expect(book.engine.counters.evaluated == 2_000)
      values.append((1...2_000).map { book["B\($0)"] })
    }
    #expect(values[0] == values[1] && values[0][9] == .number(604_695))
    // Somebody finds out, and whatever takes steps from then on says so.
    #expect(values[2].contains { $0.error?.message == "The sheet takes more than 5 MB of memory, the limit." })
    for (value, expected) in zip(values[2], values[0]) { #expect(value == expected || value == .error(.number)) }
  }

  @Test("Nobody but the caller is asked whether to stop")
  func asked() {
    let crew = Crew(3)
    let book = Workbook()
    book.engine.settings.splitting = Splitting(crew, leastWork: 0)
    let own = ThreadNumber.current
    let others = Atomic<Int>(0)
    book.engine.settings.isCancelled = {
      if ThreadNumber.current != own { others.add(1, ordering: .relaxed) }
      return false
    }
    book.set("A1 = 3", "B1:B60000 = A$1 + 1", "C1:C60000 = \"x\" & B1")
    #expect(book["C60000"] == "x4" && others.load(ordering: .relaxed) == 0)
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

private enum ThreadNumber {
  static var current: UInt { UInt(bitPattern: pthread_self().hashValue) }
}

/// The same random sheet in two engines, of which one cuts everything into pieces.
private struct EnginePair {
  private static let rows = 2_700
  private static let formulas = [
    "(A1 + 50) + (B1 - 10)", "A1 * B1", "A1 / B1", "IF(A1 > B1, A1, B1 * 2)", "A1 > B1", "SQRT(ABS(A1)) + B$3", "A1",
    "C1 - D2",
    "MAX(A1, B1, 3)", "INT(A1 / 7) + PMT(0.01, 12, B1)", "A1 + A3", "IF(B1 > 0, C1)", "D1 + 1",
    "A1 & \"-\" & UPPER(B1)", "LEN(C1)",
    "IF(A1 > 0, \"up\", \"down\")", "A1 = \"x\"", "XLOOKUP(A1, A$1:A$50, B$1:B$50, \"none\")", "ROUND(A1 / 3, 2)",
    "TEXT(A1, \"0.00\")",
    "SUM(A1:B1) * 2", "SUM(A1:B9)", "MAX(A1:A80) + A1", "AVERAGE(A3:B200) * COUNT(A1:A2)", "SUM(A$1:A1)",
    "COUNTIF(A$1:A$99, A1)", "ROW() + A1", "LET(x, A1 + B1, x * x)",
    "IFERROR(A1 / B1, \"none\")",
    "LEFT(C1, 2) & D1", "DATE(2020, 1, A1)", "INDIRECT(\"A\" & ROW())", "C1 + E1",
    // Arrays, of which some are made again and again; a text may be a day of the current year.
    "STDEV(A$1:A$99) + A1", "SUM(--(A$1:A$99 > B1))", "SUMPRODUCT((A$1:A$40 = A1) * B$1:B$40)",
    "INDEX(SORT(A$1:A$99), 3) & B1", "SUM(IFERROR(A$1:A$40 + B1, 0))", "SUM(IFERROR(-A$1:A$40, 0)) + B1",
  ]

  private let one = Workbook()
  private let several = Workbook()
  private var random: SeededGenerator
  private(set) var log: [String] = []
  private(set) var failure: String?

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    one.engine.settings.splitting = Splitting(Crew(1))
    several.engine.settings.splitting = .everything
    for book in [one, several] { book.engine.checksRules = false }
  }

  mutating func run() {
    for column in ["A", "B"] {
      let values = (0..<Self.rows + 3).map { _ in plainValue() }
      for book in [one, several] { book.engine.setConstants(values, from: book.address("\(column)1")) }
    }
    for column in ["C", "D", "E", "F"] { if random.number(0...9) < 8 { fill(column, 1, Self.rows) } }
    settle()
    for _ in 0..<10 where failure == nil {
      for _ in 0..<random.number(1...4) { edit() }
      settle()
    }
    guard failure == nil else { return }
    log.append("all")
    for book in [one, several] { book.engine.recalculateAll() }
    settle()
  }

  private mutating func plainValue() -> CellValue { .number(Double(random.number(-50...400)) / 4) }

  private mutating func value() -> CellValue {
    switch random.number(0...12) {
    case 0: .text("x")
    case 12: .text("2 Jan")
    case 1: .blank
    case 2: .number(46_000, .date)
    case 3: .logical(true)
    case 4: .error(.number)
    case 5: .number(0)
    default: plainValue()
    }
  }

  private mutating func edit() {
    let row = random.number(1...Self.rows)
    switch random.number(0...11) {
    case 0...3:
      let column = ["A", "B", "C", "D", "E"][random.number(0...4)]
      let value = value()
      log.append("\(column)\(row) = \(value)")
      for book in [one, several] { book.engine.setConstant(value, at: book.address("\(column)\(row)")) }
    case 4, 5:
      let column = ["A", "B", "C"][random.number(0...2)]
      let values = (0..<min(random.number(1...1_500), Self.rows - row + 1)).map { _ in
        random.number(0...40) == 0 ? value() : plainValue()
      }
      log.append("\(column)\(row) and \(values.count) below")
      for book in [one, several] { book.engine.setConstants(values, from: book.address("\(column)\(row)")) }
    case 6...8: fill(["C", "D", "E", "F"][random.number(0...3)], row, random.number(row...Self.rows))
    case 9:
      let isOn = random.number(0...1) == 0
      log.append("records changes: \(isOn)")
      for book in [one, several] {
        book.engine.changes.areRecorded = isOn
        _ = book.engine.changes.take()
      }
    case 10:
      log.append("clear row \(row)")
      for book in [one, several] {
        book.engine.clear(Area(grid: book.sheet, top: row - 1, left: 2, bottom: row + 3, right: 4))
      }
    default:
      log.append("H\(row) spills")
      for book in [one, several] { book.enter("H\(row) = SEQUENCE(4, 2)") }
    }
  }

  private mutating func fill(_ column: String, _ top: Int, _ bottom: Int) {
    let text = Self.formulas[random.number(0...Self.formulas.count - 1)]
    log.append("\(column)\(top):\(column)\(bottom) = \(text)")
    for book in [one, several] {
      let first = book.address("\(column)\(top)")
      book.engine.setFormula(
        FormulaParser.parse(text, dialect: .sheet).tree,
        over: Area(
          grid: first.grid, top: top - 1, left: Int(first.column), bottom: bottom - 1, right: Int(first.column)))
    }
  }

  private mutating func settle() {
    for book in [one, several] { book.engine.recalculate() }
    if let broken = several.engine.brokenRules().first { failure = broken }
    if one.engine.counters != several.engine.counters {
      failure = "the work is \(several.engine.counters), on one thread \(one.engine.counters)"
    }
    for column in 0..<9 {
      for row in 0..<Self.rows + 4 where failure == nil {
        let cell = CellAddress(grid: one.sheet, row: row, column: column)
        let (first, second) = (one.engine.value(at: cell), several.engine.value(at: cell))
        if !first.isIdentical(to: second) || first.kind != second.kind {
          failure = "\(one.engine.names.name(of: cell)) is \(second), on one thread \(first)"
        }
      }
    }
  }
}
