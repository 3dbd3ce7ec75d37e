import CellModel

extension CSVReader {
  mutating func readRow() throws(CSVError) -> Bool {
    row.removeAll(line: line)
    guard try hasByte() else { return false }
    while true {
      let start = (line: line, column: column)
      guard row.count < CSVRow.mostFields else { throw CSVError(.wideRow, at: start) }
      row.beginField(line: line, column: column)
      let isLast = try readField()
      row.endField()
      if row.isMaybeIllFormed, let place = row.illFormedPlace() { throw CSVError(.illFormed, at: place) }
      if isLast { return true }
    }
  }

  /// Reads one field; `true` when the row ends after it.
  private mutating func readField() throws(CSVError) -> Bool {
    let delimiter = delimiter ?? Ascii.comma
    if try hasByte(), chunk[position] == Ascii.quote, delimiter != Ascii.quote { try readQuoted() }
    while try hasByte() {
      takeRun(to: delimiter)
      guard row.byteCount <= CSVRow.mostBytes else { throw CSVError(.hugeRow, at: (row.line, 1)) }
      guard position < chunk.count else { continue }
      switch chunk[position] {
      case delimiter:
        step()
        return false
      case 0: throw CSVError(.zeroByte, at: (line, column))
      default:
        try takeLineEnd(keeping: false)
        return true
      }
    }
    return true
  }

  private mutating func readQuoted() throws(CSVError) {
    let start = (line: line, column: column)
    row.markQuoted()
    step()
    while try hasByte() {
      takeRun(to: Ascii.quote)
      guard row.byteCount <= CSVRow.mostBytes else { throw CSVError(.hugeText, at: start) }
      guard position < chunk.count else { continue }
      switch chunk[position] {
      case Ascii.quote:
        step()
        guard try hasByte(), chunk[position] == Ascii.quote else { return }
        row.append(Ascii.quote)
        step()
      case 0: throw CSVError(.zeroByte, at: (line, column))
      default: try takeLineEnd(keeping: true)
      }
    }
    throw CSVError(.openQuote, at: start)
  }

  /// Takes the byte at the position, which is one character.
  private mutating func step() {
    position += 1
    column += 1
  }

  /// Takes all bytes of the chunk before a stop, a line end or a zero byte into the row, in one piece.
  private mutating func takeRun(to stop: UInt8) {
    let start = position
    var end = position
    var continuations = 0
    var union: UInt8 = 0
    chunk.withUnsafeBufferPointer { bytes in
      while end < bytes.count {
        let byte = bytes[end]
        // Line ends and zero are rare below 14; a run is mostly decided by the two comparisons of this line.
        if byte == stop || (byte < 0x0E && (byte == Ascii.lineFeed || byte == Ascii.carriageReturn || byte == 0)) {
          break
        }
        union |= byte
        continuations += byte & 0xC0 == 0x80 ? 1 : 0
        end += 1
      }
    }
    guard end > start else { return }
    row.append(chunk[start..<end], isASCII: union < 0x80)
    column += end - start - continuations
    position = end
  }

  /// Takes the line end at the position, of one byte or two; inside quotation marks it belongs to the field.
  private mutating func takeLineEnd(keeping isKept: Bool) throws(CSVError) {
    let isReturn = chunk[position] == Ascii.carriageReturn
    if isKept { row.append(chunk[position]) }
    position += 1
    if isReturn, try hasByte(), chunk[position] == Ascii.lineFeed {
      if isKept { row.append(Ascii.lineFeed) }
      position += 1
    }
    line += 1
    column = 1
  }
}
