import CellModel
import Testing

@Suite("R1C1 notation")
struct R1C1NotationTests {
  @Test("References are told in A1 notation, seen from D5")
  func references() {
    let rows: [(String, String?)] = [
      ("R2C3", "C2"), ("r2c3", "C2"), ("RC", "D5"), ("R[-1]C[2]", "F4"), ("R1C1:R2C2", "A1:B2"), ("R3", "3:3"),
      ("C", "D:D"), ("C1:C3", "A:C"), ("R[1]:R[2]", "6:7"), ("Other!R1C1", "Other!A1"), ("'a!b'!RC1", "'a!b'!A5"),
      ("R1048576C16384", "XFD1048576"), ("R1048577C1", nil), ("R1C16385", nil), ("R0C1", nil), ("R[-5]C", "D1048576"),
      ("R C1", nil), ("R1C ", nil), ("R1C1:R2", nil), ("R1C1:", nil), ("A1", nil), ("", nil), ("R[x]C", nil),
      ("R[99999999999999999999]C", nil), ("R1C1R", nil),
    ]
    for (text, expected) in rows { #expect(R1C1Notation.a1(text, row: 4, column: 3) == expected, "\(text)") }
  }
}
