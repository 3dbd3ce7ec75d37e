import Archives
import CellModel
import Testing
import Workbooks

@testable import LiveWorkbooks

/// Excel 16 writes `#VALUE!` for a younger error and tells in a rich value what is meant. MS-XLSX §2.3.6.1.3 has the parts; these
/// are as Excel saved a formula that gives nothing and one whose cells were taken, with the keys of their structures.
@Suite("Errors younger than the format")
struct ExcelErrorsTests {
  @Test("An error is told by the structure of its rich value, whatever stands first")
  func structures() throws {
    let values = "<rvData><rv s='0'><v>13</v><v>3</v></rv><rv s='1'><v>2</v><v>8</v><v>0</v><v>1</v></rv></rvData>"
    let structures = """
      <rvStructures><s t='_error'><k n='errorType' t='i'/><k n='subType' t='i'/></s>
      <s t='_error'><k n='colOffset' t='i'/><k n='errorType' t='i'/><k n='rwOffset' t='i'/><k n='subType' t='i'/></s></rvStructures>
      """
    #expect(try stored(values, structures) == [.error(.calculation), .error(CellError(.spill)), .error(.value)])
    let others = "<rvData><rv s='0'><v>12</v><v>0</v></rv><rv s='1'><v>2</v><v>9</v><v>0</v><v>1</v></rv></rvData>"
    #expect(
      try stored(others, structures) == [.error(CellError(.field)), .error(CellError(.connect)), .error(.value)])
    // Without the structures the number stands first, as other programs write it.
    #expect(
      try stored("<rvData><rv s='0'><v>13</v></rv><rv s='0'><v>8</v></rv></rvData>", nil)
        == [.error(.calculation), .error(CellError(.spill)), .error(.value)])
  }

  /// What is stored in three cells, of which the last has no rich value.
  private func stored(_ values: String, _ structures: String?) throws -> [CellValue?] {
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let rich = "http://schemas.microsoft.com/office/2017/06/relationships"
    var writer = ZipWriter()
    var parts = [
      ("_rels/.rels", "<r><Relationship Id='r1' Type='\(relations)/officeDocument' Target='xl/workbook.xml'/></r>"),
      ("xl/workbook.xml", "<workbook><sheets><sheet name='S' sheetId='1' id='r1'/></sheets></workbook>"),
      (
        "xl/_rels/workbook.xml.rels",
        """
        <r><Relationship Id='r1' Type='\(relations)/worksheet' Target='worksheets/sheet1.xml'/>
        <Relationship Id='r2' Type='\(relations)/sheetMetadata' Target='metadata.xml'/>
        <Relationship Id='r3' Type='\(rich)/rdRichValue' Target='richData/rdrichvalue.xml'/>
        <Relationship Id='r4' Type='\(rich)/rdRichValueStructure' Target='richData/rdrichvaluestructure.xml'/></r>
        """
      ),
      (
        "xl/metadata.xml",
        """
        <metadata><futureMetadata><bk><rvb i='0'/></bk><bk><rvb i='1'/></bk></futureMetadata>
        <valueMetadata><bk><rc t='2' v='0'/></bk><bk><rc t='2' v='1'/></bk></valueMetadata></metadata>
        """
      ), ("xl/richData/rdrichvalue.xml", values),
      (
        "xl/worksheets/sheet1.xml",
        """
        <worksheet><sheetData><row r='1'><c r='A1' t='e' vm='1'><f>1</f><v>#VALUE!</v></c>
        <c r='B1' t='e' vm='2'><f>1</f><v>#VALUE!</v></c><c r='C1' t='e'><f>1</f><v>#VALUE!</v></c></row></sheetData></worksheet>
        """
      ),
    ]
    if let structures { parts.append(("xl/richData/rdrichvaluestructure.xml", structures)) }
    for (part, text) in parts { writer.add(part, Array(text.utf8)) }
    let workbook = try WorkbookReader.workbook(try writer.finished(), named: "a.xlsx")
    return workbook.sheets[0].formulas.map(\.stored)
  }
}
