import CellModel
import Markup

/// The two parts that a sheet with comments has: what is said, and the drawings in which old and new versions of Excel show it.
struct ExcelComments {
  /// The words by cells, in the order that the format asks for.
  let part: [UInt8]
  let drawing: [UInt8]

  init(_ comments: [CellComment]) {
    // A cell has one comment.
    var words: [CellBlock: String] = [:]
    for comment in comments {
      let cell = CellBlock(top: comment.row, left: comment.column, bottom: comment.row, right: comment.column)
      words[cell] = words[cell].map { "\($0)\n\(comment.text)" } ?? comment.text
    }
    let cells = words.keys.sorted { ($0.top, $0.left) < ($1.top, $1.left) }
    part = Self.part(cells.map { ($0, words[$0] ?? "") })
    drawing = Self.drawing(cells)
  }

  private static func part(_ comments: [(cell: CellBlock, text: String)]) -> [UInt8] {
    var xml = XMLWriter.document()
    xml.start("comments", [("xmlns", ExcelNames.main)])
    xml.raw("<authors><author></author></authors>")
    xml.start("commentList")
    for comment in comments {
      xml.start("comment", [("ref", comment.cell.text), ("authorId", "0")])
      xml.start("text")
      ExcelText.write(comment.text, to: &xml)
      xml.end()
      xml.end()
    }
    xml.endAll()
    return xml.bytes
  }

  /// Yellow notes beside their cells, hidden until they are pointed at (VML, ECMA-376 part 4, §19).
  private static func drawing(_ cells: [CellBlock]) -> [UInt8] {
    var xml = XMLWriter()
    xml.start(
      "xml",
      [
        ("xmlns:v", "urn:schemas-microsoft-com:vml"), ("xmlns:o", "urn:schemas-microsoft-com:office:office"),
        ("xmlns:x", "urn:schemas-microsoft-com:office:excel"),
      ])
    xml.raw(
      """
      <o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout>\
      <v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">\
      <v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>
      """)
    for (number, cell) in cells.enumerated() {
      xml.raw(
        """
        <v:shape id="_x0000_s\(1_025 + number)" type="#_x0000_t202" \
        style="position:absolute;width:144px;height:79px;z-index:\(number + 1);visibility:hidden" fillcolor="#ffffe1" \
        o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/>\
        <v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"/>\
        <x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>\
        <x:Anchor>\(cell.left + 1), 15, \(cell.top), 2, \(cell.left + 3), 31, \(cell.top + 4), 1</x:Anchor>\
        <x:AutoFill>False</x:AutoFill><x:Row>\(cell.top)</x:Row><x:Column>\(cell.left)</x:Column></x:ClientData></v:shape>
        """)
    }
    xml.endAll()
    return xml.bytes
  }
}
