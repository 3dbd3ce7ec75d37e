import CellModel
import Markup

/// A row of an OpenDocument sheet that is written again, for some of those that it is repeated for and with other values in
/// some of its cells.
struct OpenDocumentRowEdit {
  private struct Cell {
    let columns: Range<Int>
    let range: Range<Int>
  }

  private let element: OpenDocumentElement
  private let edit: OpenDocumentCellEdit
  private var cells: [Cell] = []

  init(_ element: OpenDocumentElement, _ edit: OpenDocumentCellEdit) throws(XMLFault) {
    self.element = element
    self.edit = edit
    var column = 0
    for child in element.children where child.name == "table-cell" || child.name == "covered-table-cell" {
      let count = try Self.count(of: element.bytes[child.range])
      cells.append(Cell(columns: column..<column + count, range: child.range))
      column += count
    }
  }

  private static func count(of cell: ArraySlice<UInt8>) throws(XMLFault) -> Int {
    var outcome: Result<Int, XMLFault> = .success(1)
    cell.withUnsafeBufferPointer { bytes in
      var scanner = XMLScanner(bytes)
      do throws(XMLFault) {
        _ = try scanner.next()
        outcome = .success(scanner.repeatCount("number-columns-repeated"))
      } catch { outcome = .failure(error) }
    }
    return min(try outcome.get(), Area.lastColumn + 1)
  }

  // MARK: Writing

  /// The row as it is, for so many.
  func bytes(count: Int) -> [UInt8] { tag(count: count) + element.bytes[element.contents] + endTag }

  /// One row with other values in some cells.
  func bytes(changing changes: ArraySlice<CellChange>) throws(XMLFault) -> [UInt8] {
    var output = tag(count: 1)
    var copied = element.contents.lowerBound
    var changes = changes
    for cell in cells {
      guard let first = changes.first else { break }
      guard first.column < cell.columns.upperBound else { continue }
      output += element.bytes[copied..<cell.range.lowerBound]
      copied = cell.range.upperBound
      let original = try OpenDocumentElement(Array(element.bytes[cell.range]))
      var next = cell.columns.lowerBound
      while let change = changes.first, change.column < cell.columns.upperBound {
        changes.removeFirst()
        if change.column > next { output += OpenDocumentCellEdit.bytes(original, count: change.column - next) }
        output += edit.bytes(original, changing: change)
        next = change.column + 1
      }
      if next < cell.columns.upperBound {
        output += OpenDocumentCellEdit.bytes(original, count: cell.columns.upperBound - next)
      }
    }
    let end = cells.last?.range.upperBound ?? element.contents.lowerBound
    if !changes.isEmpty, end >= copied {
      output += element.bytes[copied..<end]
      copied = end
      output += edit.newCells(changes, from: cells.last?.columns.upperBound ?? 0)
    }
    return output + element.bytes[copied..<element.contents.upperBound] + endTag
  }

  private func tag(count: Int) -> [UInt8] {
    let repeated = "number-rows-repeated"
    var tag = element.openTag { $0.localName == repeated }
    if count > 1 { tag += " \(element.prefix)\(repeated)=\"\(count)\"".utf8 }
    return tag + ">".utf8
  }

  private var endTag: [UInt8] { Array("</\(element.name)>".utf8) }
}
