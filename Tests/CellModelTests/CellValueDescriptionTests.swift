import CellModel
import Testing

@Suite("Description of values")
struct CellValueDescriptionTests {
  @Test("A value is described as a cell shows it")
  func rows() {
    #expect("\(CellValue.number(70))" == "70")
    #expect("\(CellValue.number(0.1))" == "0.1")
    #expect("\(CellValue.text("a \"b\""))" == "a \"b\"")
    #expect("\(CellValue.logical(true))" == "TRUE")
    #expect("\(CellValue.blank)" == "")
    #expect("\(CellValue.error(.value))" == "#VALUE!")
    #expect("\(CellValue.array(CellArray([[1, "a\"b"], [true, .blank]])))" == "{1,\"a\"\"b\";TRUE,}")
    #expect("\(CellValue.record(CellRecord([("name", "x"), ("age", 3)])))" == "{name: \"x\", age: 3}")
  }
}
