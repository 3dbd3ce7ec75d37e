import CellModel
import Diagnostics

/// What formulas have in common that differ in the cells, names and numbers in them only: `(A7+D$1)*rate-2` and
/// `(A8+D$1)*tax-3.5`.
///
/// It is the text without its addresses, names and numbers, of which it keeps that they stand there and what of an address
/// is absolute. A number that is no ``WrittenNumber``, such as `1e6`, is a part of the text like any other, and so are texts
/// in quotation marks, logicals, whole columns and rows, and the names of sheets before addresses. Only formulas in which
/// nothing is wrong have one, and only those made of these, of cells, rectangles, names, calls and operators: all that have
/// an equal text of this kind have trees that differ in their leaves and spans alone.
package final class FormulaPattern: Sendable {
  /// The tree of the first formula of the pattern.
  package let example: FormulaTree
  fileprivate let signature: [UInt8]
  /// Whether the formulas are literals, so that they are all one value.
  package let isConstant: Bool
  /// What the formulas say beside literals, addresses and operators.
  package let words: FormulaTree.Words
  /// Whether numbers are among the operands.
  package let hasNumbers: Bool
  /// Whether names are.
  package let hasNames: Bool

  fileprivate init(_ example: FormulaTree, signature: [UInt8], isConstant: Bool) {
    self.example = example
    self.signature = signature
    self.isConstant = isConstant
    words = example.words
    hasNumbers = !example.writtenNumbers.isEmpty
    hasNames = example.nodes.contains { if case .name = $0 { true } else { false } }
  }

  /// The tree of a literal of the pattern, but for its spans.
  package func tree(of operands: [FormulaOperand]) -> FormulaTree {
    var tree = example
    for (place, operand) in zip(example.writtenNumbers, operands) {
      if case .number(let number) = operand { tree.nodes[Int(place.node)] = number.node }
    }
    return tree
  }
}

/// What stands in a place of a pattern.
package enum FormulaOperand: Sendable, Hashable {
  case cell(row: Coordinate, column: Coordinate)
  /// A name in lower case.
  case name(String)
  case number(WrittenNumber)
}

/// Where formulas of one pattern may differ that stand below each other and say the same of their own rows.
package enum PatternPlace {
  /// A row that is no absolute one, from 0, with the offset behind its digits.
  case row(Int, end: Int)
  /// A number, from an offset up to another.
  case number(Int, Int)
}

/// Reads formulas without making trees of them.
///
/// It knows the formulas that large sheets are made of, and gives up at whatever else it meets: brackets, dots in names,
/// characters outside ASCII but in quotes, two operands side by side. Those are left to ``FormulaParser``.
package struct PatternReader {
  /// No formula with a longer signature has a pattern.
  private static let longestSignature = 512
  /// No formula with more places is looked at for what it has in common with the one above it.
  private static let mostPlaces = 16

  private let signature = Signature()
  private var hash: UInt64 = 0

  /// The bytes that a reading writes, which every copy of the reader shares; a reading is done with before the next.
  private final class Signature {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: PatternReader.longestSignature)
    var count = 0
    let places = UnsafeMutablePointer<PatternPlace>.allocate(capacity: PatternReader.mostPlaces)
    var placeCount = 0

    deinit {
      bytes.deallocate()
      places.deallocate()
    }
  }

  package init() {}

  /// Reads the formula that begins at an offset and ends with its line, or before a semicolon, a comment or a format
  /// on it.
  ///
  /// - Returns: The end of the formula and the place where the reading stopped; `nil` where it is not for this reader.
  package mutating func read(
    _ base: UnsafePointer<UInt8>, from start: Int, to count: Int
  ) -> (end: Int, stop: Int)? {
    let (bytes, places) = (signature.bytes, signature.places)
    var (length, placeCount) = (0, 0)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    let found = Self.scan(base, from: start, to: count) { byte in
      if length < Self.longestSignature { bytes[length] = byte }
      length += 1
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    } operand: { operand in
      let mark: UInt8 =
        switch operand {
        case .cell(let row, let column, _): (row.isAbsolute ? 1 : 0) | (column.isAbsolute ? 2 : 0) | 0x80
        case .word: 0x90
        case .number: 0xA0
        }
      if let place = operand.place {
        if placeCount < Self.mostPlaces { (places + placeCount).initialize(to: place) }
        placeCount += 1
      }
      if length < Self.longestSignature { bytes[length] = mark }
      length += 1
      hash = (hash ^ UInt64(mark)) &* 0x0000_0100_0000_01B3
    }
    guard let found, length <= Self.longestSignature else { return nil }
    (signature.count, signature.placeCount) = (length, placeCount)
    self.hash = hash ^ hash >> 32
    return found
  }

  /// The operands of a formula that has a pattern, in the order of the text.
  package static func operands(of bytes: [UInt8], in span: SourceSpan) -> [FormulaOperand] {
    var operands: [FormulaOperand] = []
    operands.reserveCapacity(4)
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      _ = scan(base, from: span.lower, to: span.upper) { _ in
      } operand: { operand in
        switch operand {
        case .cell(let row, let column, _): operands.append(.cell(row: row, column: column))
        case .word(let lower, let upper):
          let name = String(unsafeUninitializedCapacity: upper - lower) { target in
            for offset in 0..<upper - lower { target[offset] = Ascii.lowercased(base[lower + offset]) }
            return upper - lower
          }
          operands.append(.name(name))
        case .number(let lower, let upper):
          if let number = WrittenNumber(base, from: lower, to: upper) { operands.append(.number(number)) }
        }
      }
    }
    return operands
  }

  /// Where the formula that was read last may differ from those above and below it; `nil` where that is in too many places.
  package var places: UnsafeBufferPointer<PatternPlace>? {
    guard signature.placeCount <= Self.mostPlaces else { return nil }
    return UnsafeBufferPointer(start: signature.places, count: signature.placeCount)
  }

  /// Puts the numbers among the operands of a formula that has a pattern into a list, in the order of the text.
  package static func readNumbers(of bytes: [UInt8], in span: SourceSpan, into numbers: inout [WrittenNumber]) {
    // Most formulas have one or two, which are taken away faster one by one.
    while !numbers.isEmpty { numbers.removeLast() }
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var scan = NumberScan(base, from: span.lower, to: span.upper)
      while let place = scan.next() {
        if let number = WrittenNumber(base, from: place.lowerBound, to: place.upperBound) { numbers.append(number) }
      }
    }
  }

  /// Where a number ends that is an operand, if one begins at an offset; what stands around it is for the caller.
  package static func endOfNumber(_ base: UnsafePointer<UInt8>, at start: Int, to count: Int) -> Int? {
    NumberScan.endOfOperand(base, at: start, to: count)
  }

  /// Calls the first body with each byte of a formula that is part of its pattern, and the second with each operand.
  @inline(__always)
  private static func scan(
    _ base: UnsafePointer<UInt8>, from start: Int, to count: Int, _ take: (UInt8) -> Void,
    operand: (PatternScan.Operand) -> Void
  ) -> (end: Int, stop: Int)? {
    var scan = PatternScan(base, from: start, to: count)
    var blanks = 0
    while scan.index < count {
      let byte = base[scan.index]
      if byte == Ascii.space {
        blanks += 1
        scan.index += 1
        continue
      }
      if scan.ends(at: byte) { break }
      while blanks > 0 {
        take(Ascii.space)
        blanks -= 1
      }
      if Ascii.isNamePart(byte) || byte == Ascii.dollar || byte == Ascii.dot {
        guard scan.passOperand(byte, take, operand) else { return nil }
      } else if byte == Ascii.quote {
        guard scan.passText(take) else { return nil }
      } else if byte == Ascii.apostrophe {
        guard scan.passQuotedSheet(take, operand) else { return nil }
      } else {
        guard scan.allows(byte) else { return nil }
        take(byte)
        scan.index += 1
      }
      scan.end = scan.index
    }
    return scan.depth == 0 && scan.end > start ? (scan.end, scan.index) : nil
  }
}

extension PatternScan.Operand {
  @inline(__always)
  fileprivate var place: PatternPlace? {
    switch self {
    case .cell(let row, _, let end): row.isAbsolute ? nil : .row(Int(row.value), end: end)
    case .number(let lower, let upper): .number(lower, upper)
    case .word: nil
    }
  }
}

/// The patterns of a text.
extension PatternReader {
  /// The patterns that were met, found by their signatures.
  package struct Patterns {
    /// Text of which each line has a pattern of its own gains nothing by them.
    private static let most = 4_096

    private var patterns: [FormulaPattern] = []
    private var hashes: [UInt64] = []
    /// By the low bits of the hash, with the next free place behind a taken one; -1 is free.
    private var places = [Int16](repeating: -1, count: 16)

    package init() {}

    /// The pattern of the formula that a reader read last.
    package func pattern(_ reader: PatternReader) -> FormulaPattern? {
      let mask = places.count - 1
      var place = Int(truncatingIfNeeded: reader.hash) & mask
      while places[place] >= 0 {
        let number = Int(places[place])
        if hashes[number] == reader.hash, reader.isRead(patterns[number].signature) { return patterns[number] }
        place = (place + 1) & mask
      }
      return nil
    }

    /// Notes the pattern of the formula that a reader read last, which has none yet.
    ///
    /// - Parameter tree: The tree of the formula, in which nothing is wrong.
    package mutating func add(_ tree: FormulaTree, isConstant: Bool, _ reader: PatternReader) {
      guard patterns.count < Self.most else { return }
      patterns.append(FormulaPattern(tree, signature: reader.signatureBytes, isConstant: isConstant))
      hashes.append(reader.hash)
      if patterns.count * 2 > places.count {
        places = Array(repeating: -1, count: places.count * 2)
        for number in patterns.indices { enter(number) }
      } else {
        enter(patterns.count - 1)
      }
    }

    private mutating func enter(_ number: Int) {
      let mask = places.count - 1
      var place = Int(truncatingIfNeeded: hashes[number]) & mask
      while places[place] >= 0 { place = (place + 1) & mask }
      places[place] = Int16(number)
    }
  }

  private var signatureBytes: [UInt8] { Array(UnsafeBufferPointer(start: signature.bytes, count: signature.count)) }

  private func isRead(_ other: [UInt8]) -> Bool {
    other.count == signature.count
      && other.withUnsafeBufferPointer { other in
        for index in other.indices where other[index] != signature.bytes[index] { return false }
        return true
      }
  }
}
