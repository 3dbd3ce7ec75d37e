import Testing

@testable import SheafTool

@Suite("NAME=VALUE on the command line")
struct NameAndValueTests {
  @Test(
    "In quotes and brackets = belongs to the name, in the value everything does",
    arguments: [
      ("A=11", "A", "11"), ("'t=0'!B2=5", "'t=0'!B2", "5"), ("'it''s =1'!B2==B3", "'it''s =1'!B2", "=B3"),
      ("sales[2].[a=b]= x", "sales[2].[a=b]", " x"), (" name =a=b", "name", "a=b"), ("A=", "A", ""),
      ("it's=5", "it's", "5"), ("a[=5", "a[", "5"),
    ])
  func parts(text: String, name: String, value: String) {
    let pair = NameAndValue(text)
    #expect(pair?.name == name)
    #expect(pair?.value == value)
  }

  @Test("There is a name and a =", arguments: ["", "=5", "A"])
  func nothing(text: String) {
    #expect(NameAndValue(text) == nil)
  }
}
