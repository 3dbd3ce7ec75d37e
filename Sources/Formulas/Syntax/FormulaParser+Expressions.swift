import CellModel
import Diagnostics

/// An operator whose right operand has not been read yet.
struct PendingOperator {
  enum Kind {
    case binary(BinaryOperator)
    case prefix(UnaryOperator)
  }

  var kind: Kind
  var precedence: UInt8
  var position: Int
}

/// How tightly operators bind.
enum Precedence {
  static let percent: UInt8 = 60
  static let prefix: UInt8 = 70

  static func of(_ binary: BinaryOperator) -> UInt8 {
    switch binary {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: 10
    case .concatenate: 20
    case .add, .subtract: 30
    case .multiply, .divide: 40
    case .power: 50
    case .union: 80
    case .intersection: 90
    case .range: 100
    }
  }
}

extension FormulaParser {
  /// Reads operands and the operators between them, up to what can belong to neither.
  mutating func expression(allowsUnion: Bool) -> FormulaTree.Index {
    let floor = operators.count
    while true {
      prefixes()
      let first = operand(afterOperator: operators.count > floor)
      operands.append(first)
      postfixes()
      if options.isOperandOnly, openings.isEmpty { break }
      guard let (binary, start) = binaryOperator(allowsUnion: allowsUnion, floor: floor) else { break }
      let precedence = Precedence.of(binary)
      reduce(to: floor, atLeast: precedence)
      operators.append(PendingOperator(kind: .binary(binary), precedence: precedence, position: start))
    }
    reduce(to: floor, atLeast: 0)
    return operands.removeLast()
  }

  private mutating func prefixes() {
    while true {
      skipBlanks()
      let kind: UnaryOperator
      switch byte(at: position) {
      case Ascii.minus: kind = .minus
      case Ascii.plus: kind = .plus
      case Ascii.at: kind = .intersect
      default: return
      }
      operators.append(PendingOperator(kind: .prefix(kind), precedence: Precedence.prefix, position: position))
      position += 1
    }
  }

  /// Makes nodes of the pending operators, down to a floor, that bind at least so tightly.
  private mutating func reduce(to floor: Int, atLeast precedence: UInt8) {
    while operators.count > floor, let top = operators.last, top.precedence >= precedence {
      operators.removeLast()
      let right = operands.removeLast()
      let rightSpan = tree.span(of: right)
      switch top.kind {
      case .prefix(let unary):
        operands.append(tree.append(.unary(unary, right), span: SourceSpan(top.position, rightSpan.upper)))
      case .binary(let binary):
        let left = operands.removeLast()
        let span = SourceSpan(tree.span(of: left).lower, rightSpan.upper)
        if binary == .range, let folded = foldRange(left, right, span: span) {
          operands.append(folded)
        } else {
          operands.append(tree.append(.binary(binary, left, right), span: span))
        }
      }
    }
  }

  /// Makes one reference of what a colon with blanks around it joins: two cells, two columns or two rows.
  private mutating func foldRange(
    _ left: FormulaTree.Index, _ right: FormulaTree.Index, span: SourceSpan
  ) -> FormulaTree.Index? {
    guard right == tree.root, left == right - 1 else { return nil }
    let reference: GridReference
    switch (tree[left], tree[right]) {
    case (.reference(let first), .reference(let second)):
      guard second.sheet == nil, case .cell(let row, let column) = first.shape,
        case .cell(let row2, let column2) = second.shape
      else { return nil }
      reference = GridReference(.area(row: row, column: column, row2: row2, column2: column2), sheet: first.sheet)
    case (.name(let first, let sheet), .name(let second, nil)):
      guard let first = A1Notation.column(letters: first), let second = A1Notation.column(letters: second) else {
        return nil
      }
      reference = GridReference(.columns(Coordinate(first), Coordinate(second)), sheet: sheet)
    case (.number(_, let first), .number(_, let second)):
      guard let first = A1Notation.cell("A" + first), let second = A1Notation.cell("A" + second) else { return nil }
      reference = GridReference(.rows(Coordinate(first.row), Coordinate(second.row)))
    default: return nil
    }
    tree.nodes.removeLast(2)
    tree.spans.removeLast(2)
    return tree.append(.reference(reference), span: span)
  }

  /// Replaces the operand read last by a node that contains it.
  private mutating func wrap(_ node: FormulaTree.Node, end: Int) {
    let inner = operands.removeLast()
    operands.append(tree.append(node, span: SourceSpan(tree.span(of: inner).lower, end)))
  }

  /// Reads what stands directly behind an operand: `#`, arguments, a field, an index.
  private mutating func postfixes() {
    while !isStopped, position < count, let last = operands.last {
      switch base[position] {
      case Ascii.hash where tree[last].canBeReference:
        position += 1
        wrap(.unary(.spill, last), end: position)
      case Ascii.leftParenthesis where tree[last].canBeCalled:
        let arguments = arguments()
        wrap(.apply(last, arguments: arguments), end: position)
      case Ascii.dot where isSheet && tree[last].hasFields && isNameStart(at: position + 1):
        let start = position + 1
        var end = start
        while isNamePart(at: end) { end += scalar(at: end)?.length ?? 1 }
        position = end
        wrap(.member(base: last, field: text(start, end)), end: end)
      case Ascii.leftBracket where isSheet && bracketHoldsMoreThanWord(at: position) && tree.dottedName(last) != nil:
        structuredOfUsedSheet(last)
      case Ascii.leftBracket where isSheet && tree[last].hasFields:
        guard open() else { return }
        let index = expression(allowsUnion: false)
        close(with: Ascii.rightBracket)
        wrap(.subscript_(base: last, index: index), end: position)
      default: return
      }
    }
  }

  /// Reads the operator behind an operand, with any `%` before it, or gives `nil` where the expression ends.
  private mutating func binaryOperator(allowsUnion: Bool, floor: Int) -> (BinaryOperator, start: Int)? {
    while !isStopped {
      let hasBlanks = skipBlanks()
      guard position < count else { return nil }
      let start = position
      if base[start] == Ascii.percent {
        reduce(to: floor, atLeast: Precedence.percent)
        position += 1
        if let last = operands.last { wrap(.unary(.percent, last), end: position) }
        continue
      }
      return symbol(allowsUnion: allowsUnion, hasBlanks: hasBlanks).map { ($0, start) }
    }
    return nil
  }

  private mutating func symbol(allowsUnion: Bool, hasBlanks: Bool) -> BinaryOperator? {
    let next = byte(at: position + 1)
    switch base[position] {
    case Ascii.plus: return take(.add)
    case Ascii.minus: return take(.subtract)
    case Ascii.star: return next == Ascii.star ? take(.power, insteadOf: 2) : take(.multiply)
    case Ascii.slash: return isSheet && next == Ascii.slash ? nil : take(.divide)
    case Ascii.caret: return take(.power)
    case Ascii.ampersand: return next == Ascii.ampersand ? take(.concatenate, insteadOf: 2) : take(.concatenate)
    case Ascii.equals:
      if options.stopsAtEquals, openings.isEmpty { return nil }
      switch next {
      case Ascii.equals: return take(.equal, insteadOf: 2)
      case Ascii.greater: return take(.greaterOrEqual, insteadOf: 2)
      case Ascii.less: return take(.lessOrEqual, insteadOf: 2)
      default: return take(.equal)
      }
    case Ascii.less:
      switch next {
      case Ascii.greater: return take(.notEqual, length: 2)
      case Ascii.equals: return take(.lessOrEqual, length: 2)
      case Ascii.tilde where isSheet && openings.isEmpty: return nil
      default: return take(.less)
      }
    case Ascii.greater: return next == Ascii.equals ? take(.greaterOrEqual, length: 2) : take(.greater)
    case Ascii.colon: return colonIsRange ? take(.range) : nil
    case Ascii.comma: return allowsUnion ? take(.union) : nil
    // As LibreOffice writes it in files of Excel.
    case Ascii.tilde where !isSheet && operands.last.map { tree[$0].canBeReference } == true: return take(.union)
    case Ascii.exclamation where next == Ascii.equals: return take(.notEqual, insteadOf: 2)
    case Ascii.bar: return next == Ascii.bar ? take(.concatenate, insteadOf: 2) : nil
    case Ascii.rightParenthesis, Ascii.rightBracket, Ascii.rightBrace, Ascii.semicolon: return nil
    default: return juxtaposition(hasBlanks: hasBlanks)
    }
  }

  @inline(__always)
  private mutating func take(_ binary: BinaryOperator, length: Int = 1) -> BinaryOperator {
    position += length
    return binary
  }

  /// Takes an operator of another language for ours and says so.
  private mutating func take(_ binary: BinaryOperator, insteadOf length: Int) -> BinaryOperator {
    let span = SourceSpan(position, position + length)
    report(.foreignOperator(text(span.lower, span.upper), at: span))
    return take(binary, length: length)
  }

  /// The intersection that a blank before another reference means, unless a word there ends the expression.
  private mutating func juxtaposition(hasBlanks: Bool) -> BinaryOperator? {
    let byte = base[position]
    if byte >= 0x80, let (scalar, length) = scalar(at: position), let meant = Self.lookalike(scalar) {
      return take(meant, insteadOf: length)
    }
    if openings.isEmpty, !options.stopWords.isEmpty, isNameStart(at: position), isAtStopWord { return nil }
    guard hasBlanks, let last = operands.last, tree[last].canBeReference, startsReference(at: position) else {
      return nil
    }
    return .intersection
  }

  private var isAtStopWord: Bool {
    let end = wordEnd(from: position)
    return options.stopWords.contains { word in
      guard word.utf8.count == end - position else { return false }
      var offset = position
      for byte in word.utf8 {
        if Ascii.lowercased(base[offset]) != byte { return false }
        offset += 1
      }
      return true
    }
  }

  private func startsReference(at offset: Int) -> Bool {
    switch base[offset] {
    case Ascii.dollar, Ascii.apostrophe, Ascii.leftParenthesis, Ascii.leftBracket: return true
    case 0x30...0x39:
      var end = offset
      while Ascii.isDigit(byte(at: end)) { end += 1 }
      return byte(at: end) == Ascii.colon
    case Ascii.exclamation: return !isSheet && shape(at: offset + 1) != nil
    default: return isNameStart(at: offset)
    }
  }

  /// The operator that a typographic sign stands for.
  private static func lookalike(_ scalar: Unicode.Scalar) -> BinaryOperator? {
    switch scalar.value {
    case 0x2212, 0x2013, 0x2014: .subtract
    case 0x00D7: .multiply
    case 0x00F7: .divide
    case 0x2264: .lessOrEqual
    case 0x2265: .greaterOrEqual
    case 0x2260: .notEqual
    default: nil
    }
  }
}

extension FormulaTree.Node {
  /// Whether a reference can come of it, so that `#` or a blank and another reference may follow.
  var canBeReference: Bool {
    switch self {
    case .reference, .name, .structured, .parenthesized, .call, .apply, .member, .subscript_: true
    case .unary(let unary, _): unary == .spill || unary.trimmedEdges != nil
    case .binary(let binary, _, _): binary.joinsReferences
    default: false
    }
  }

  /// Whether arguments may follow it.
  var canBeCalled: Bool {
    switch self {
    case .parenthesized, .call, .apply, .member, .subscript_: true
    default: false
    }
  }

  /// Whether a field or an index may follow it.
  var hasFields: Bool {
    switch self {
    case .reference, .name, .structured, .parenthesized, .call, .apply, .member, .subscript_, .record, .array: true
    default: false
    }
  }
}
