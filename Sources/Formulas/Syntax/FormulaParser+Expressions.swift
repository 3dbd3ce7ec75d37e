import CellModel
import Diagnostics

extension FormulaParser {
  /// Reads operands and the operators between them, up to what can belong to neither.
  mutating func expression(allowsUnion: Bool) -> FormulaTree.Index {
    let floor = stack.floor
    while true {
      prefixes()
      stack.push(operand(afterOperator: stack.floor > floor))
      postfixes()
      if options.isOperandOnly, openings.isEmpty { break }
      guard let (binary, start) = binaryOperator(allowsUnion: allowsUnion, floor: floor) else { break }
      stack.push(binary, at: start, floor: floor)
    }
    return stack.finish(floor: floor)
  }

  private mutating func prefixes() {
    while true {
      skipBlanks()
      let kind: UnaryOperator
      switch bytes.byte(at: position) {
      case Ascii.minus: kind = .minus
      case Ascii.plus: kind = .plus
      case Ascii.at: kind = .intersect
      default: return
      }
      stack.push(kind, at: position)
      position += 1
    }
  }

  /// Reads what stands directly behind an operand: `#`, arguments, a field, an index.
  private mutating func postfixes() {
    while !isStopped, position < bytes.count, let last = stack.last {
      switch bytes.base[position] {
      case Ascii.hash where stack.tree[last].canBeReference:
        position += 1
        stack.wrap(.unary(.spill, last), end: position)
      case Ascii.leftParenthesis where stack.tree[last].canBeCalled:
        let arguments = arguments()
        stack.wrap(.apply(last, arguments: arguments), end: position)
      case Ascii.dot where bytes.isSheet && stack.tree[last].hasFields && bytes.isNameStart(at: position + 1):
        let start = position + 1
        var end = start
        while bytes.isNamePart(at: end) { end += bytes.scalar(at: end)?.length ?? 1 }
        position = end
        stack.wrap(.member(base: last, field: bytes.text(start, end)), end: end)
      case Ascii.dot
      where bytes.isSheet && stack.tree[last].hasFields && bytes.byte(at: position + 1) == Ascii.leftBracket:
        position += 1
        let field = bracketedField()
        stack.wrap(.member(base: last, field: field), end: position)
      case Ascii.leftBracket
      where bytes.isSheet && bytes.bracketHoldsMoreThanWord(at: position) && stack.tree.dottedName(last) != nil:
        structuredOfUsedSheet(last)
      case Ascii.leftBracket
      where bytes.isSheet && bytes.bracketHoldsPartOfTable(at: position) && stack.tree.isNameInRow(last):
        let part = structured(table: nil, from: position)
        stack.wrap(.subscript_(base: last, index: part), end: position)
      case Ascii.leftBracket where bytes.isSheet && stack.tree[last].hasFields:
        guard open() else { return }
        let index = expression(allowsUnion: false)
        close(with: Ascii.rightBracket)
        stack.wrap(.subscript_(base: last, index: index), end: position)
      default: return
      }
    }
  }

  /// Reads the operator behind an operand, with any `%` before it, or gives `nil` where the expression ends.
  private mutating func binaryOperator(allowsUnion: Bool, floor: Int) -> (BinaryOperator, start: Int)? {
    while !isStopped {
      let hasBlanks = skipBlanks()
      guard position < bytes.count else { return nil }
      let start = position
      if bytes.base[start] == Ascii.percent {
        position += 1
        stack.wrapInPercent(end: position, floor: floor)
        continue
      }
      return symbol(allowsUnion: allowsUnion, hasBlanks: hasBlanks).map { ($0, start) }
    }
    return nil
  }

  private mutating func symbol(allowsUnion: Bool, hasBlanks: Bool) -> BinaryOperator? {
    let next = bytes.byte(at: position + 1)
    switch bytes.base[position] {
    case Ascii.plus: return take(.add)
    case Ascii.minus: return next == Ascii.greater ? take(.subtract, insteadOf: 2) : take(.subtract)
    case Ascii.star: return next == Ascii.star ? take(.power, insteadOf: 2) : take(.multiply)
    case Ascii.slash: return bytes.isSheet && next == Ascii.slash ? nil : take(.divide)
    case Ascii.caret: return take(.power)
    case Ascii.ampersand: return next == Ascii.ampersand ? take(.concatenate, insteadOf: 2) : take(.concatenate)
    case Ascii.equals:
      if options.stopsAtEquals, openings.isEmpty { return nil }
      switch next {
      case Ascii.equals: return take(.equal, insteadOf: tripled(Ascii.equals))
      case Ascii.greater: return take(.greaterOrEqual, insteadOf: 2)
      case Ascii.less: return take(.lessOrEqual, insteadOf: 2)
      default: return take(.equal)
      }
    case Ascii.less:
      switch next {
      case Ascii.greater: return take(.notEqual, length: 2)
      case Ascii.equals: return take(.lessOrEqual, length: 2)
      case Ascii.tilde where bytes.isSheet && openings.isEmpty: return nil
      default: return take(.less)
      }
    case Ascii.greater: return next == Ascii.equals ? take(.greaterOrEqual, length: 2) : take(.greater)
    case Ascii.colon: return colonIsRange ? take(.range) : nil
    case Ascii.comma: return allowsUnion ? take(.union) : nil
    // As LibreOffice writes it in files of Excel.
    case Ascii.tilde where !bytes.isSheet && stack.last.map { stack.tree[$0].canBeReference } == true:
      return take(.union)
    case Ascii.exclamation where next == Ascii.equals: return take(.notEqual, insteadOf: tripled(Ascii.equals))
    case UInt8(ascii: "?") where next == UInt8(ascii: "?"): return take(.concatenate, insteadOf: 2)
    case Ascii.bar:
      return next == Ascii.bar || next == Ascii.greater ? take(.concatenate, insteadOf: 2) : nil
    case Ascii.rightParenthesis, Ascii.rightBracket, Ascii.rightBrace, Ascii.semicolon: return nil
    default: return juxtaposition(hasBlanks: hasBlanks)
    }
  }

  @inline(__always)
  private mutating func take(_ binary: BinaryOperator, length: Int = 1) -> BinaryOperator {
    position += length
    return binary
  }

  /// The length of an operator of two signs, of which other languages write the last twice.
  private func tripled(_ sign: UInt8) -> Int { bytes.byte(at: position + 2) == sign ? 3 : 2 }

  /// Takes an operator of another language for ours and says so.
  private mutating func take(_ binary: BinaryOperator, insteadOf length: Int) -> BinaryOperator {
    let span = SourceSpan(position, position + length)
    report(
      .foreignOperator(bytes.text(span.lower, span.upper), at: span, groupsOtherwise: binary == .power && waitsForPower)
    )
    return take(binary, length: length)
  }

  /// Whether a sign or a power stands before the operand of a power, as in `-2 ** 2` and `2 ** 3 ** 2`: Excel computes
  /// it first, and the languages that write `**` compute it last.
  private var waitsForPower: Bool {
    guard let waiting = stack.operators.last, waiting.position >= openings.last ?? 0 else { return false }
    return switch waiting.kind {
    case .prefix(let prefix): prefix == .minus
    case .binary(let binary): binary == .power
    }
  }

  /// The intersection that a blank before another reference means, unless a word there ends the expression.
  private mutating func juxtaposition(hasBlanks: Bool) -> BinaryOperator? {
    let byte = bytes.base[position]
    if byte >= 0x80, let (scalar, length) = bytes.scalar(at: position), let meant = Self.lookalike(scalar) {
      return take(meant, insteadOf: length)
    }
    if openings.isEmpty, !options.stopWords.isEmpty, bytes.isNameStart(at: position), isAtStopWord { return nil }
    guard hasBlanks, let last = stack.last, stack.tree[last].canBeReference,
      bytes.startsReference(at: position, colonIsRange: colonIsRange)
    else {
      return nil
    }
    return .intersection
  }

  private var isAtStopWord: Bool {
    let end = bytes.wordEnd(from: position)
    return options.stopWords.contains { word in
      guard word.utf8.count == end - position else { return false }
      var offset = position
      for byte in word.utf8 {
        if Ascii.lowercased(bytes.base[offset]) != byte { return false }
        offset += 1
      }
      return true
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
  /// Whether a reference can come of it, or has been in its place, so that `#` or a blank and another reference may follow.
  var canBeReference: Bool {
    switch self {
    case .reference, .name, .structured, .parenthesized, .call, .apply, .member, .subscript_, .error: true
    case .unary(let unary, _): unary == .spill || unary.trimmedEdges != nil
    case .binary(let binary, _, _): binary.joinsReferences
    default: false
    }
  }

  /// Whether arguments may follow it.
  var canBeCalled: Bool {
    switch self {
    case .parenthesized, .call, .apply, .member, .subscript_: true
    case .structured(let reference): reference.rows == .thisRow && reference.firstColumn != nil
    default: false
    }
  }

  /// Whether a field or an index may follow it.
  var hasFields: Bool {
    switch self {
    case .reference, .name, .structured, .parenthesized, .call, .apply, .member, .subscript_, .record, .array: true
    case .unary(let unary, _): unary == .spill
    default: false
    }
  }
}
