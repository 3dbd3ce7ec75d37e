import Testing

@testable import Engine

@Suite("Room for columns")
struct ColumnRoomTests {
  @Test("Columns that come one by one are moved as often as their count doubles, and keep what they hold")
  func growth() {
    var columns = UnsafeMutablePointer<[Int]>.allocate(capacity: 1)
    var moves = 0
    for count in 1...5_000 {
      let former = columns
      ColumnRoom.grow(&columns, from: count - 1, to: count) { [count] }
      if columns != former { moves += 1 }
    }
    #expect(moves <= 13)
    #expect((0..<5_000).allSatisfy { columns[$0] == [$0 + 1] })
    ColumnRoom.grow(&columns, from: 5_000, to: 20_000) { [] }
    #expect(columns[4_999] == [5_000] && columns[5_000] == [] && columns[19_999] == [])
    columns.deinitialize(count: 20_000)
    columns.deallocate()
  }

  @Test("There is always room for what is counted")
  func capacity() {
    for (count, room) in [(0, 1), (1, 1), (2, 2), (3, 4), (4, 4), (5, 8), (16_384, 16_384), (16_385, 32_768)] {
      #expect(ColumnRoom.capacity(for: count) == room)
    }
  }
}
