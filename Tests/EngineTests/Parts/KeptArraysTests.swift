import CellModel
import Functions
import TestSupport
import Testing

@testable import Engine

@Suite("Kept arrays")
struct KeptArraysTests {
  private let store = CellStore()
  private let sheet: GridID
  private let arrays = KeptArrays()
  private let area: Area

  init() {
    sheet = store.append(Grid(kind: .sheet(name: "Sheet1"), scope: ScopeID(rawValue: 0)))
    store.reserve(columns: 4, in: sheet)
    area = Area(grid: sheet, top: 0, left: 0, bottom: 299, right: 1)
    fill(0)
  }

  private func fill(_ number: Double) {
    for row in 0..<300 {
      for column in 0...1 {
        _ = store.write(.number(number + Double(row)), at: CellAddress(grid: sheet, row: row, column: column))
      }
    }
  }

  @Test("While nothing changes nobody is asked for stamps")
  func shortLived() {
    let arrays = KeptArrays(whileNothingChanges: true)
    var reads = 0
    for _ in 0..<4 {
      func stamps(of area: Area) -> ColumnStamps? {
        Issue.record("stamps are asked for")
        return nil
      }
      let array = arrays.array(of: area, stamps(of:)) { _ in
        reads += 1
        return CellArray(rows: 300, columns: 2, repeating: .number(7))
      }
      #expect(array[299, 1] == 7)
    }
    // It is kept when it is asked for again.
    #expect(reads == 2)
  }

  /// The array of the area, and whether it was read.
  private func array() -> (array: CellArray, isRead: Bool) {
    var isRead = false
    let array = arrays.array(of: area, store.stamps(of:)) { _ in
      isRead = true
      var array = CellArray(rows: 300, columns: 2, repeating: .blank)
      for row in 0..<300 {
        for column in 0...1 {
          array[row, column] = store.value(at: CellAddress(grid: sheet, row: row, column: column))
        }
      }
      return array
    }
    return (array, isRead)
  }

  @Test("What is read a second time is kept, until something is written there")
  func areas() {
    #expect((1...4).map { _ in array().isRead } == [true, true, false, false])
    #expect(
      array().array.elements.withUnsafeBytes(\.baseAddress) == array().array.elements.withUnsafeBytes(\.baseAddress))
    let before = array().array
    _ = store.write(.text("x"), at: CellAddress(grid: sheet, row: 299, column: 1))
    let after = array()
    #expect(after.isRead && after.array != before && after.array[299, 1] == .text("x"))
    #expect(!array().isRead)
    // What stands elsewhere makes no difference.
    _ = store.write(.text("x"), at: CellAddress(grid: sheet, row: 7, column: 2))
    #expect(!array().isRead)
    // Only the kind of a number changes.
    _ = store.write(.number(0, .percent), at: CellAddress(grid: sheet, row: 0, column: 0))
    let kinds = array()
    #expect(kinds.isRead && kinds.array[0, 0].isIdentical(to: .number(0, .percent)))
  }

  @Test("An operator gives two arrays that it has met twice what it gave them before, and only those")
  func results() throws {
    func conditions(day: Int) -> KeptArrays.Conditions {
      KeptArrays.Conditions(dateSystem: .from1900, comparesCase: false, day: day)
    }
    var made = 0
    func join(_ right: CellValue, day: Int = 1) throws -> CellValue {
      try arrays.result(of: .concatenate, .array(array().array), right, isFinal: false, under: conditions(day: day)) {
        made += 1
        return (CellArithmetic.lift(.array(array().array), right, CellArithmetic.concatenate), 3)
      }.value
    }
    _ = (array(), array(), array())
    let results = try (1...4).map { _ in try join(.text("-")) }
    #expect(made == 2)
    #expect(Set(results).count == 1)
    for right: CellValue in [.text("+"), .text("é"), .text("e\u{301}"), .number(1), .number(1, .percent), .blank] {
      let before = made
      let value = try join(right)
      #expect(value == CellArithmetic.lift(.array(array().array), right, CellArithmetic.concatenate), "\(right)")
      #expect(made == before + 1, "\(right)")
    }
    let before = made
    _ = try join(.text("-"), day: 2)
    #expect(made == before + 1)
    fill(1)
    #expect(try join(.text("-"), day: 2) != results[0])
  }

  @Test("What nobody asks for is given back")
  func rest() {
    _ = (array(), array())
    #expect(!array().isRead)
    for _ in 0..<16 { arrays.passChange() }
    #expect(!array().isRead)
    for _ in 0..<17 { arrays.passChange() }
    #expect(array().isRead)
  }
}
