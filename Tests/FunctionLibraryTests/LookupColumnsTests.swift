import CellModel
import Functions
import Testing

@testable import FunctionLibrary

@Suite("Lookups in columns")
struct LookupColumnsTests {
  @Test("An exact match takes the first of equal values, with an index and without")
  func firstOfEqual() {
    let sheet = ColumnSheet((0..<100).map { .number(Double($0 % 10)) })
    for _ in 0..<3 {
      check("MATCH", [.value(7), sheet.column, .value(0)], 8, in: sheet)
      check("XMATCH", [.value(7), sheet.column, .value(0), .value(-1)], 98, in: sheet)
    }
    #expect(sheet.runsRead < 8)
  }

  @Test("A number never equals a text, and case does not matter")
  func types() {
    let sheet = ColumnSheet(["1", 1, "Ann", true, .blank, ""] + (0..<20).map { .number(Double($0 + 100)) })
    for _ in 0..<3 {
      check("MATCH", [.value(1), sheet.column, .value(0)], 2, in: sheet)
      check("MATCH", [.value("1"), sheet.column, .value(0)], 1, in: sheet)
      check("MATCH", [.value("aNN"), sheet.column, .value(0)], 3, in: sheet)
      check("MATCH", [.value(true), sheet.column, .value(0)], 4, in: sheet)
      check("MATCH", [.value(""), sheet.column, .value(0)], 6, in: sheet)
      check("MATCH", [.value(.blank), sheet.column, .value(0)], .error(.notAvailable), in: sheet)
      check("XMATCH", [.value(.blank), sheet.column], 5, in: sheet)
      check("MATCH", [.value("a*"), sheet.column, .value(0)], 3, in: sheet)
    }
  }

  @Test("A pattern that says how texts begin finds them among many that all differ, without reading them all")
  func beginnings() {
    let texts = (0..<400).map { "K\($0 * 37 % 400)x" } + ["k1*", "K7?x", "k1", "k 2", "a\r\n", "zz"]
    let patterns = ["k1*", "K39?x", "k1~**", "k7~?x", "k*9x", "k 2*", "a\r*", "zz?", "zz*", "l*", "ö*", "K1?*"]
    for others in [[], ["Öl 1", "k2é", "ö", "\u{212A}1"]] {
      let cells = texts + others
      let sheet = ColumnSheet(cells.map { .text($0) })
      for pattern in Array(repeating: patterns, count: 3).joined() {
        let places = cells.indices.filter { Wildcard(pattern).matches(cells[$0]) }
        let (first, last) = (
          places.first.map { CellValue.number(Double($0 + 1)) }, places.last.map { CellValue.number(Double($0 + 1)) }
        )
        check("MATCH", [.value(.text(pattern)), sheet.column, .value(0)], first ?? .error(.notAvailable), in: sheet)
        check(
          "XMATCH", [.value(.text(pattern)), sheet.column, .value(2), .value(-1)], last ?? .error(.notAvailable),
          in: sheet)
        check("COUNTIF", [sheet.column, .value(.text(pattern))], .number(Double(places.count)), in: sheet)
      }
      // Where some have other characters than ASCII, these are read.
      if others.isEmpty { #expect(sheet.runsRead < 16) }
    }
  }

  @Test("A pattern that does not say how texts begin finds those with three of its characters together")
  func within() {
    let texts = (0..<400).map { "\($0 % 7)K\($0 * 37 % 400)x" } + ["abc", "ab", "xABCx", "", "a*c", "aab"]
    let patterns = ["*39x", "*k11*", "?k39*x", "*abc*", "*ab", "*~*c", "*zzz", "?bc", "*k1?x", "*aab", "*abx"]
    for others in [[], ["Öl abc", "\u{212A}11", "ßabc"]] {
      let cells = texts + others
      let sheet = ColumnSheet(cells.map { .text($0) })
      for pattern in Array(repeating: patterns, count: 4).joined() {
        let places = cells.indices.filter { Wildcard(pattern).matches(cells[$0]) }
        let first = places.first.map { CellValue.number(Double($0 + 1)) } ?? .error(.notAvailable)
        check("MATCH", [.value(.text(pattern)), sheet.column, .value(0)], first, in: sheet)
        check("COUNTIF", [sheet.column, .value(.text(pattern))], .number(Double(places.count)), in: sheet)
      }
    }
  }

  @Test("In sorted columns the last value not greater is found, whatever else stands between")
  func sorted() {
    let sheet = ColumnSheet([1, .blank, 2, "x", 2, .error(.value), 5, 9])
    check("MATCH", [.value(2), sheet.column], 5, in: sheet)
    check("MATCH", [.value(4), sheet.column], 5, in: sheet)
    check("MATCH", [.value(9e307), sheet.column], 8, in: sheet)
    check("MATCH", [.value("zz"), sheet.column], 4, in: sheet)
    check("MATCH", [.value(0), sheet.column], .error(.notAvailable), in: sheet)
    check("MATCH", [.value(true), sheet.column], .error(.notAvailable), in: sheet)
  }

  @Test("A whole column is read as far as it is used; beyond, it is blank")
  func wholeColumn() {
    let sheet = ColumnSheet([3, 1, 2])
    check("MATCH", [.value(2), sheet.wholeColumn, .value(0)], 3, in: sheet)
    check("XMATCH", [.value(.blank), sheet.wholeColumn], 4, in: sheet)
    check("XMATCH", [.value(.blank), sheet.wholeColumn, .omitted, .value(-1)], 1_048_576, in: sheet)
    check("ROWS", [sheet.wholeColumn], 1_048_576, in: sheet)
    check("SORT", [sheet.wholeColumn], .array(CellArray(column: [1, 2, 3])), in: sheet)
    check("VLOOKUP", [.value(1), sheet.wholeColumn, .value(1), .value(false)], 1, in: sheet)
  }

  @Test("The nearest smaller and larger values are found in any order")
  func nearest() {
    let sheet = ColumnSheet((0..<50).map { .number(Double($0 * 37 % 50) * 2) })
    for _ in 0..<3 {
      check("XMATCH", [.value(31), sheet.column, .value(-1)], position(of: 30), in: sheet)
      check("XMATCH", [.value(31), sheet.column, .value(1)], position(of: 32), in: sheet)
      check("XMATCH", [.value(-1), sheet.column, .value(-1)], .error(.notAvailable), in: sheet)
      check("XMATCH", [.value(99), sheet.column, .value(1)], .error(.notAvailable), in: sheet)
    }
  }

  private func position(of number: Int) -> CellValue {
    let place = (0..<50).first { $0 * 37 % 50 * 2 == number } ?? -1
    return .number(Double(place + 1))
  }

  @Test("Binary searches agree with searches in order on sorted columns")
  func binary() {
    let up = ColumnSheet((0..<40).map { .number(Double($0 / 2 * 3)) })
    let down = ColumnSheet((0..<40).reversed().map { .number(Double($0 / 2 * 3)) })
    for wanted in stride(from: -1.0, through: 61, by: 0.5) {
      for mode in [-1.0, 0, 1] {
        let rest: [Operand] = [.value(.number(mode))]
        let upwards = value("XMATCH", [.value(.number(wanted)), up.column] + rest, in: up)
        let halving = value("XMATCH", [.value(.number(wanted)), up.column] + rest + [.value(2)], in: up)
        #expect(element(upwards, up) == element(halving, up), "\(wanted) \(mode)")
        let downwards = value("XMATCH", [.value(.number(wanted)), down.column] + rest, in: down)
        let descending = value("XMATCH", [.value(.number(wanted)), down.column] + rest + [.value(-2)], in: down)
        #expect(element(downwards, down) == element(descending, down), "\(wanted) \(mode)")
      }
    }
  }

  /// The value at a position that XMATCH gave.
  private func element(_ position: CellValue, _ sheet: ColumnSheet) -> CellValue {
    guard let number = position.number else { return position }
    return sheet.cells[Int(number) - 1]
  }

  @Test("INDEX, XLOOKUP, TAKE and DROP give references")
  func references() {
    let sheet = ColumnSheet([3, 1, 2])
    #expect(reference("INDEX", [sheet.column, .value(2)], in: sheet) == sheet.part(1, 1))
    #expect(reference("INDEX", [sheet.column, .value(0)], in: sheet) == sheet.part(0, 2))
    #expect(reference("XLOOKUP", [.value(2), sheet.column, sheet.column], in: sheet) == sheet.part(2, 2))
    #expect(reference("TAKE", [sheet.column, .value(-2)], in: sheet) == sheet.part(1, 2))
    #expect(reference("DROP", [sheet.column, .value(-2)], in: sheet) == sheet.part(0, 0))
    #expect(reference("OFFSET", [sheet.column, .value(2), .value(0), .value(-2)], in: sheet) == sheet.part(1, 2))
    #expect(reference("TRIMRANGE", [sheet.wholeColumn], in: sheet) == sheet.part(0, 2))
  }

  @Test("Numbers out of all bounds end in an error value")
  func bounds() {
    let sheet = ColumnSheet([3, 1, 2])
    for huge in [1e15, -1e15, 9e18, -9e18, 1e300, -1e300] {
      let number: Operand = .value(.number(huge))
      for name in ["INDEX", "TAKE", "DROP", "CHOOSEROWS", "EXPAND", "WRAPROWS", "WRAPCOLS", "TOCOL"] {
        _ = value(name, [sheet.column, number], in: sheet)
        _ = value(name, [sheet.column, number, number], in: sheet)
      }
      for name in ["OFFSET"] {
        #expect(value(name, [sheet.column, number, number], in: sheet).isError)
        #expect(value(name, [sheet.column, .value(0), .value(0), number, number], in: sheet).isError)
      }
      #expect(value("ADDRESS", [number, number], in: sheet).isError)
      #expect(value("SEQUENCE", [number, number], in: sheet).isError)
      #expect(value("VLOOKUP", [.value(1), sheet.column, number], in: sheet).isError)
      #expect(value("SORT", [sheet.column, number, number], in: sheet).isError)
      #expect(value("XMATCH", [.value(1), sheet.column, number, number], in: sheet).isError)
      _ = value("MATCH", [.value(1), sheet.column, number], in: sheet)
      _ = value("TRIMRANGE", [sheet.column, number, number], in: sheet)
    }
  }

  @Test("Implicit intersection takes the cell of the formula's own row")
  func intersection() {
    let sheet = ColumnSheet([3, 1, 2])
    sheet.cell = CellAddress(grid: sheet.grid, row: 1, column: 4)
    #expect(reference("SINGLE", [sheet.column], in: sheet) == sheet.part(1, 1))
    sheet.cell = CellAddress(grid: sheet.grid, row: 7, column: 4)
    check("SINGLE", [sheet.column], .error(.value), in: sheet)
  }
}

private func value(_ name: String, _ operands: [Operand], in sheet: ColumnSheet) -> CellValue {
  guard let function = FunctionCatalog.standard.function(named: name) else { return .error(.name) }
  let result = function(operands, in: sheet)
  do throws(CellError) {
    return try sheet.givenValue(of: result) ?? .blank
  } catch {
    return .error(error)
  }
}

private func reference(_ name: String, _ operands: [Operand], in sheet: ColumnSheet) -> Area? {
  guard let function = FunctionCatalog.standard.function(named: name),
    case .reference(let reference) = function(operands, in: sheet)
  else { return nil }
  return reference.first
}

private func check(
  _ name: String, _ operands: [Operand], _ expected: CellValue, in sheet: ColumnSheet,
  at location: SourceLocation = #_sourceLocation
) {
  #expect(value(name, operands, in: sheet) == expected, sourceLocation: location)
}
