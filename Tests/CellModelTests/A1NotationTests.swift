import Testing

@testable import CellModel

@Suite("A1 notation")
struct A1NotationTests {
  @Test("The letters of every column are those after the ones before it, and are read back")
  func columns() {
    // Counted as on an odometer whose wheels go from A to Z, and which has no zero.
    var wheels: [UInt8] = []
    for column in 0...Area.lastColumn {
      var place = wheels.count - 1
      while place >= 0, wheels[place] == UInt8(ascii: "Z") {
        wheels[place] = UInt8(ascii: "A")
        place -= 1
      }
      if place < 0 { wheels.insert(UInt8(ascii: "A"), at: 0) } else { wheels[place] += 1 }
      let letters = A1Notation.letters(ofColumn: column)
      #expect(letters == String(decoding: wheels, as: UTF8.self))
      let read = A1Notation.cell(letters + "7")
      #expect(read?.row == 6 && read?.column == column)
    }
    #expect(A1Notation.letters(ofColumn: Area.lastColumn) == "XFD")
  }

  @Test(
    "An address is read in any case, whole or as part of a text; beyond the grid there is none",
    arguments: [
      ("A1", 0, 0), ("xfd1048576", Area.lastRow, Area.lastColumn), ("aZ10", 9, 51), ("XFE1", nil, nil),
      ("A1048577", nil, nil),
      ("A0", nil, nil), ("A01", nil, nil), ("A", nil, nil), ("1", nil, nil), ("AAAA1", nil, nil),
      ("A12345678", nil, nil),
      ("$A$1", nil, nil), ("A1B", nil, nil), ("é1", nil, nil), ("", nil, nil),
    ] as [(String, Int?, Int?)])
  func cells(text: String, row: Int?, column: Int?) {
    let whole = A1Notation.cell(text)
    let part = A1Notation.cell(("<" + text + ">").dropFirst().dropLast())
    #expect(whole?.row == row && whole?.column == column)
    #expect(part?.row == row && part?.column == column)
  }
}
