import Testing

@testable import SheafTool

@Suite("Sheet file")
struct SheetFileTests {
  @Test("Lines that differ are told, what went before what took its place")
  func differences() {
    let file = SheetFile(path: nil, bytes: Array("A = 1\nB = 2\nC = 3\n".utf8))
    #expect(file.differences(from: "A = 1\nB = 2\nC = 3\n").isEmpty)
    #expect(file.differences(from: "A = 1\nB = 5\nC = 3\n") == [.removed("B = 2"), .added("B = 5")])
    #expect(file.differences(from: "B = 2\nC = 3\nD = 4\n") == [.removed("A = 1"), .added("D = 4")])
  }
}
