import CellModel
import Hosting
import Workbooks

/// Makes the lines of a block of rows, on any thread.
protocol BlockWriter: Sendable {
  func lines(of block: FinishedBlock) -> [UInt8]
}

/// CSV or TSV with values for programs.
struct DelimitedBlockWriter: BlockWriter {
  let format: DelimitedFormat
  let separator: UInt8

  /// `nil` where values are not written as they are.
  init?(_ format: DelimitedFormat) {
    guard let separator = format.plainSeparator else { return nil }
    self.format = format
    self.separator = separator
  }

  func lines(of block: FinishedBlock) -> [UInt8] {
    let values = block.values
    var bytes = LineBytes(capacity: block.rows.count * (values.outputCount + 1) * 16)
    guard block.isPlain, values.areNumbers, values.outputCount > 0 else {
      appendRows(of: block, to: &bytes)
      return bytes.take()
    }
    values.numbers.withUnsafeBufferPointer { numbers in
      for place in 0..<values.rowCount {
        for output in 0..<values.outputCount {
          if output > 0 { bytes.append(separator) }
          bytes.append(written: numbers[output * values.rowCount + place])
        }
        bytes.append(Ascii.lineFeed)
      }
    }
    return bytes.take()
  }

  private func appendRows(of block: FinishedBlock, to bytes: inout LineBytes) {
    var place = 0
    for row in block.rows {
      let start = bytes.count
      for field in row.beside.before {
        bytes.append(format.field(field.delimited))
        bytes.append(separator)
      }
      for output in 0..<block.values.outputCount {
        if output > 0 { bytes.append(separator) }
        let value = row.error.map { CellValue.error($0) } ?? block.values.value(output, inRow: place)
        if case .number(let number, .plain) = value {
          bytes.append(written: number)
        } else {
          bytes.append(format.field(DelimitedField(value)))
        }
      }
      for field in row.beside.behind {
        bytes.append(separator)
        bytes.append(format.field(field.delimited))
      }
      if bytes.count == start { bytes.append(CSVWriter.emptyRow) }
      bytes.append(Ascii.lineFeed)
      if row.error == nil { place += 1 }
    }
  }
}

/// One JSON object a row.
struct JSONBlockWriter: BlockWriter {
  enum Form {
    /// One a line.
    case lines
    /// The elements of a list.
    case list
  }

  /// What stands under a key.
  private enum Content {
    case before(Int)
    case output(Int)
    case behind(Int)
  }

  /// Each key with what stands before its value, sorted; of two that are the same the first.
  private let entries: [(opening: String, content: Content)]
  private let form: Form

  /// - Parameters:
  ///   - before: The names of the columns that are kept.
  ///   - behind: Those of what stands behind the outputs.
  init(_ form: Form, before: [String], outputs: [String], behind: [String]) {
    self.form = form
    var contents = before.indices.map { (before[$0], Content.before($0)) }
    contents += outputs.indices.map { (outputs[$0], Content.output($0)) }
    contents += behind.indices.map { (behind[$0], Content.behind($0)) }
    let order = contents.indices.sorted {
      contents[$0].0 == contents[$1].0 ? $0 < $1 : contents[$0].0 < contents[$1].0
    }
    var entries: [(String, Content)] = []
    var last: String?
    for index in order where contents[index].0 != last {
      last = contents[index].0
      entries.append(
        ((entries.isEmpty ? "{" : ", ") + JSONValue.text(contents[index].0).compactText + ": ", contents[index].1))
    }
    self.entries = entries
  }

  func lines(of block: FinishedBlock) -> [UInt8] {
    var bytes = LineBytes(capacity: block.rows.count * (entries.count + 1) * 32)
    var place = 0
    for (number, row) in block.rows.enumerated() {
      if form == .list { bytes.append(block.isFirst && number == 0 ? "\n" : ",\n") }
      if entries.isEmpty { bytes.append("{") }
      for (opening, content) in entries {
        bytes.append(opening)
        switch content {
        case .before(let index): bytes.append(row.beside.before[index].json)
        case .behind(let index): bytes.append(row.beside.behind[index].json)
        case .output(let output):
          let value = row.error.map { CellValue.error($0) } ?? block.values.value(output, inRow: place)
          if case .number(let number, .plain) = value {
            bytes.append(exact: number)
          } else {
            bytes.append(JSONValue(value).compactText)
          }
        }
      }
      bytes.append(form == .list ? "}" : "}\n")
      if row.error == nil { place += 1 }
    }
    return bytes.take()
  }
}
