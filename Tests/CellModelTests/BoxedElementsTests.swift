import Testing

@testable import CellModel

@Suite("Boxed elements")
struct BoxedElementsTests {
  @Test("Values come back as they were, texts by their bytes and errors by their words")
  func roundTrip() throws {
    let values: [CellValue] = [
      1, .blank, true, "", "a", "A", "a", "\u{E9}", "e\u{301}", .error(.notAvailable), .error(.value("Why.")),
      .number(-0.0),
      .text(String(repeating: "long ", count: 40)), .text(String(repeating: "long ", count: 40) + "!"),
    ]
    let boxed = try #require(BoxedElements(values))
    #expect(zip(boxed.values, values).allSatisfy { $0.isIdentical(to: $1) })
    // What is equal in other characters keeps its own.
    #expect(boxed.values[7].text?.utf8.count == 2 && boxed.values[8].text?.utf8.count == 3)
    #expect(boxed.values[10].error?.message == "Why.")
    #expect(boxed.boxes[4] == boxed.boxes[6] && boxed.boxes[4] != boxed.boxes[5])
  }

  @Test("Many texts have slots of their own, too many have none")
  func many() {
    var table = SlotTable()
    let texts = (0..<BoxedElements.mostOthers).map { CellValue.text("item \($0 * 7919 % 100_000)") }
    let boxes = texts.compactMap { table.box(of: $0) }
    #expect(Set(boxes.map(\.slot)).count == texts.count && table.others == texts)
    let again = texts.compactMap { table.box(of: $0) }
    #expect(again == boxes)
    let more = [CellValue.text("one more"), .error(.notAvailable), 7].map { table.box(of: $0) }
    #expect(more == [nil, nil, BoxedValue(7)])
  }

  @Test("An error that comes anew with the same words has the slot that it had")
  func errors() throws {
    var table = SlotTable()
    let errors: [CellError] = [.value("a"), .value("b"), .number("a"), CellError(.value, "a", origin: "B1"), .value]
    let boxes = errors.compactMap { table.box(of: .error($0)) }
    #expect(Set(boxes.map(\.slot)).count == errors.count)
    let texts = (0..<100).compactMap { table.box(of: .text("\($0)")) }
    #expect(Set((boxes + texts).map(\.slot)).count == errors.count + 100)
    for _ in 0..<10_000 { #expect(table.box(of: .error(.value("a"))) == boxes[0]) }
    #expect(table.others.count == errors.count + 100)
    #expect(table.box(of: "a") != nil && table.box(of: .error(CellError(.value, "a", origin: "B1"))) == boxes[3])
  }

  @Test("A reason that is a fact is told in words, and two facts have two slots")
  func reasons() {
    let reasons: [(ErrorReason, String)] = [
      (.none, ""), (.said("Why."), "Why."), (.nothingMatches(2.5, .plain), "Nothing matches 2.5."),
      (.nothingMatches(25, .plain), "Nothing matches 25."), (.nothingMatchesText("25"), "Nothing matches “25”."),
      (.nothingMatches(46053, .date), "Nothing matches 2026-01-31."),
      (.nothingMatches(0.19, .percent), "Nothing matches 19%."),
      (.nothingMatches(46053, .plain), "Nothing matches 46053."), (.isNoNumber("25 a"), "“25 a” is not a number."),
    ]
    var table = SlotTable()
    for (reason, sentence) in reasons {
      let error = CellError(.value, reason)
      #expect(error.message == sentence && error.beginning(in: "B1").message == sentence)
      let box = table.box(of: .error(error))
      #expect(box != nil && table.box(of: .error(CellError(.value, reason))) == box)
    }
    #expect(table.others.count == reasons.count)
  }

  @Test("What nothing matches comes to many places of a table", arguments: [1, 1.0 / 4_096, 1e9])
  func digests(step: Double) {
    let places = (0..<4_096).map { ErrorReason.nothingMatches(Double($0) * step, .plain).digest & 8_191 }
    #expect(Set(places).count > 2_500)
  }

  @Test("What has no box, and numbers that are not plain where that counts, make none")
  func none() {
    #expect(BoxedElements([1, .array(CellArray(row: [1, 2]))]) == nil)
    #expect(BoxedElements([.number(1, .date)], onlyPlain: true) == nil)
    #expect(BoxedElements([.number(1, .date)])?.values == [1])
  }

  @Test("A value takes no more room because it may be an array")
  func size() {
    #expect(MemoryLayout<CellArray>.size == 24 && MemoryLayout<CellValue>.stride == 24)
  }

  @Test("An array of boxes is an array like any other")
  func array() throws {
    let values: [CellValue] = [1, "a", .blank, true, .error(.notAvailable), 2.5]
    let plain = CellArray(rows: 2, columns: 3, values)
    var boxed = CellArray(rows: 2, columns: 3, try #require(BoxedElements(values)))
    #expect(boxed == plain && boxed.hashValue == plain.hashValue && boxed.elements == values)
    #expect(boxed.transposed() == plain.transposed() && boxed.transposed().boxed != nil)
    #expect(Array(boxed.row(1)) == Array(plain.row(1)) && boxed.first == 1 && boxed[1, 2] == 2.5)
    #expect(boxed.map { $0.isBlank ? 0 : $0 } == plain.map { $0.isBlank ? 0 : $0 })
    let before = boxed
    boxed[0, 1] = .array(plain)
    #expect(boxed.boxed == nil && boxed[0, 1] == .array(plain) && before[0, 1] == "a")
  }
}
