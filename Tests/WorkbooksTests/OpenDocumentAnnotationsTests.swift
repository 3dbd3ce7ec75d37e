import CellModel
import Testing

@testable import Workbooks

@Suite("What stands beside the values of OpenDocument")
struct OpenDocumentAnnotationsTests {
  @Test("Comments, widths, what is hidden and rules for typing are read, and the rest is told")
  func annotations() throws {
    let text = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="s" xmlns:fo="f" xmlns:table="t" xmlns:text="x" xmlns:draw="d" xmlns:calcext="c">
      <office:automatic-styles>
      <style:style style:name="co1" style:family="table-column"><style:table-column-properties style:column-width="0.889in"/></style:style>
      <style:style style:name="co2" style:family="table-column"><style:table-column-properties style:column-width="5cm"/></style:style>
      <style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>
      <style:style style:name="ce1" style:family="table-cell"><style:text-properties fo:font-weight="bold"/></style:style>
      </office:automatic-styles><office:body><office:spreadsheet>
      <table:content-validations><table:content-validation table:name="v" table:condition="of:cell-content-is-whole-number() and cell-content()&gt;0"/></table:content-validations>
      <table:table table:name="A" table:protected="true"><table:shapes><draw:frame><draw:object/><draw:image/></draw:frame><draw:frame><draw:image/></draw:frame></table:shapes>
      <table:table-column table:style-name="co1"/><table:table-column table:style-name="co2" table:visibility="collapse" table:number-columns-repeated="2"/><table:table-column table:style-name="co2" table:number-columns-repeated="16381"/>
      <table:table-row><table:table-cell table:content-validation-name="v" office:value-type="float" office:value="1"><office:annotation><text:p>one</text:p><text:p>two</text:p></office:annotation><text:p>1</text:p></table:table-cell><table:table-cell table:content-validation-name="v" table:number-columns-repeated="2"/></table:table-row>
      <table:table-row table:number-rows-repeated="3"><table:table-cell table:content-validation-name="v" table:number-columns-repeated="3"/></table:table-row>
      <table:table-row><table:table-cell/><table:table-cell table:content-validation-name="v"><office:annotation><text:p>alone</text:p></office:annotation></table:table-cell></table:table-row>
      <calcext:conditional-formats><calcext:conditional-format/><calcext:conditional-format/></calcext:conditional-formats>
      </table:table><table:table table:name="B" table:style-name="ta2"/></office:spreadsheet></office:body></office:document>
      """
    let workbook = try WorkbookReader.workbook(Array(text.utf8), named: "a.fods")
    let annotations = workbook.sheets[0].annotations
    #expect(
      annotations.comments == [
        CellComment(row: 0, column: 0, text: "one\ntwo"), CellComment(row: 4, column: 1, text: "alone"),
      ])
    #expect(annotations.columnWidths == [0: 11.48, 1: 26.28, 2: 26.28])
    #expect(annotations.hiddenColumns == [1, 2])
    var rule = CellValidation(
      blocks: [CellBlock(top: 0, left: 0, bottom: 3, right: 2), CellBlock(top: 4, left: 1, bottom: 4, right: 1)],
      kind: "whole", comparison: "greaterThan", formula: "0")
    // Without words for it nothing is refused.
    rule.alert = nil
    #expect(annotations.validations == [rule])
    #expect(workbook.sheets.map(\.isHidden) == [false, true])
    #expect(workbook.leftOut.hasLooks)
    #expect(
      workbook.leftOut.parts == [.chart: 1, .picture: 1, .conditionalFormat: 2, .protection: 1])
  }

  @Test("What is drawn in a cell is no text of it, and all that is not read is told")
  func drawings() throws {
    let text = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="s" xmlns:table="t" xmlns:text="x" xmlns:draw="d" xmlns:config="c">
      <office:settings><config:config-item config:name="HorizontalSplitMode">2</config:config-item><config:config-item config:name="VerticalSplitMode">2</config:config-item></office:settings>
      <office:automatic-styles><style:style style:name="ro1" style:family="table-row"><style:table-row-properties style:use-optimal-row-height="false"/></style:style>
      <style:style style:name="ro2" style:family="table-row"><style:table-row-properties style:use-optimal-row-height="true"/></style:style></office:automatic-styles>
      <office:body><office:spreadsheet>
      <table:content-validations><table:content-validation table:name="v" table:condition="of:cell-content()&gt;0"><table:help-message table:display="true"><text:p>Type</text:p></table:help-message></table:content-validation></table:content-validations>
      <table:table table:name="A"><table:scenario/><table:table-row-group><table:table-row table:style-name="ro1">
      <table:table-cell office:value-type="string"><draw:custom-shape><text:p>in the shape</text:p></draw:custom-shape><text:p>abc</text:p></table:table-cell>
      <table:table-cell office:value-type="string"><draw:line><text:p/></draw:line><draw:g><draw:rect><text:p>r</text:p></draw:rect></draw:g><text:p>def</text:p></table:table-cell>
      <table:table-cell><draw:control/><draw:frame><draw:text-box><text:p>alone</text:p></draw:text-box></draw:frame></table:table-cell>
      </table:table-row></table:table-row-group><table:table-row table:style-name="ro2"><table:table-cell office:value-type="string"><text:p>ghi</text:p></table:table-cell></table:table-row></table:table>
      <table:database-ranges><table:database-range table:name="d" table:target-range-address="A.A1:A.B2" table:display-filter-buttons="true"/></table:database-ranges>
      </office:spreadsheet></office:body></office:document>
      """
    let workbook = try WorkbookReader.workbook(Array(text.utf8), named: "a.fods")
    #expect(workbook.sheets[0].columns.mapValues(\.values) == [0: ["abc", "ghi"], 1: ["def"]])
    #expect(
      workbook.leftOut.parts == [
        .frozenPanes: 1, .rowHeight: 1, .prompt: 1, .scenario: 1, .grouping: 1, .shape: 4, .embeddedObject: 1,
        .filter: 1,
      ])
  }

  @Test("A condition is the rule that Excel has for it")
  func conditions() {
    check("of:cell-content-is-decimal-number() and cell-content-is-between(0,1)", "decimal between 0 | 1")
    check("of:cell-content-is-date() and cell-content()&gt;=[.$B$1]", nil)
    check("of:cell-content-is-date() and cell-content()>=[.$B$1]", "date greaterThanOrEqual $B$1 | ")
    check("cell-content-is-time() and cell-content-is-not-between(0.25;1)", nil)
    check(
      "of:cell-content-is-time() and cell-content-is-not-between(0.25,MIN([.A1];2))", "time notBetween 0.25 | MIN(A1,2)"
    )
    check("of:cell-content()!=3", "decimal notEqual 3 | ")
    check("of:cell-content-text-length()<=5", "textLength lessThanOrEqual 5 | ")
    check("of:cell-content-text-length-is-between(1,10)", "textLength between 1 | 10")
    check("of:is-true-formula(AND([.B7]>0;[.B7]<9))", "custom  AND(B7>0,B7<9) | ")
    check(#"of:cell-content-is-in-list("S";"M ""x""")"#, #"list  "S,M ""x""" | "#)
    check(#"of:cell-content-is-in-list("a,b";"c")"#, #"list  {"a,b","c"} | "#)
    check("of:cell-content-is-in-list([$Other.$A$1:.$A$3])", "list  'Other'!$A$1:$A$3 | ")
    check("of:nothing-known()", nil)
  }

  private func check(_ condition: String, _ expected: String?, at location: SourceLocation = #_sourceLocation) {
    let rule = OpenDocumentCondition(condition).rule
    #expect(
      rule.map { "\($0.kind) \($0.comparison) \($0.formula) | \($0.second)" } == expected, sourceLocation: location)
  }
}
