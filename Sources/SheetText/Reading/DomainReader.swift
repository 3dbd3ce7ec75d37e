import CellModel
import Diagnostics
import Formulas

/// Reads what values a name may have: a type and a domain.
enum DomainReader {
  /// Reads `: type in domain`, of which each may be missing.
  static func values(_ reader: inout SheetReader, _ isValid: inout Bool) -> (type: WrittenType?, domain: Domain?) {
    let type = type(&reader, &isValid)
    return (type, domain(&reader, &isValid))
  }

  /// Reads `: type`.
  ///
  /// - Returns: The type; `nil` without a report if there is no colon.
  static func type(_ reader: inout SheetReader, _ isValid: inout Bool) -> WrittenType? {
    let hasColon = reader.take(Ascii.colon)
    reader.skipBlanks()
    if !hasColon, passArrow(&reader) {
      isValid = false
      return nil
    }
    guard hasColon || reportMissingColon(&reader) else { return nil }
    if !hasColon { isValid = false }
    guard let end = reader.word(at: reader.cursor) else {
      reader.report(TypeFinding.missingType(at: reader.nextPlace()))
      isValid = false
      return nil
    }
    let span = SourceSpan(reader.cursor, end)
    reader.cursor = end
    guard let type = ValueType(rawValue: reader.source[span].lowercased()) else {
      if hasColon { reader.report(TypeFinding.unknownType(reader.source[span], at: span)) }
      isValid = false
      return nil
    }
    return WrittenType(type: type, span: span)
  }

  /// Reports and passes an arrow that stands before a type as in other languages; `false` where none does.
  private static func passArrow(_ reader: inout SheetReader) -> Bool {
    let start = reader.cursor
    guard start + 1 < reader.limit, reader.bytes[start + 1] == UInt8(ascii: ">"),
      reader.bytes[start] == UInt8(ascii: "-") || reader.bytes[start] == Ascii.equals
    else { return false }
    reader.cursor += 2
    reader.skipBlanks()
    guard let end = reader.word(at: reader.cursor), ValueType.isNamed(reader.source[SourceSpan(reader.cursor, end)])
    else {
      reader.cursor = start
      return false
    }
    let type = reader.source[SourceSpan(reader.cursor, end)]
    let arrow = SourceSpan(start, start + 2)
    reader.report(TypeFinding.arrowForType(reader.source[arrow], type, at: arrow))
    return true
  }

  /// Reports that a type stands next without its colon; `false` where none does.
  private static func reportMissingColon(_ reader: inout SheetReader) -> Bool {
    guard let end = reader.word(at: reader.cursor) else { return false }
    let span = SourceSpan(reader.cursor, end)
    guard ValueType.isNamed(reader.source[span]) else { return false }
    reader.report(PieceFinding.missingColon(before: "the type", at: span))
    return true
  }

  /// Reads `in a..b`, `in {…}` or `in people[name]`.
  private static func domain(_ reader: inout SheetReader, _ isValid: inout Bool) -> Domain? {
    guard reader.take("in") else { return nil }
    reader.skipBlanks()
    let start = reader.cursor
    let ends: SheetScanner.Stops = [.equals, .where, .as]
    let whole = reader.scanner.expressionEnd(from: start, limit: reader.limit, stops: ends)
    let (end, stop) = reader.scanner.expressionEnd(from: start, limit: reader.limit, stops: ends.union(.dots))
    guard end > start else { return refuse(reader.nextPlace(), &reader, &isValid) }
    let span = SourceSpan(start, whole.end)
    let meant = MeantDomain.text(of: reader.source[span])
    let isRange = stop < reader.limit && reader.bytes[stop] == Ascii.dot
    if meant != nil, !isRange || reader.bytes[stop + 2] == Ascii.dot {
      reader.cursor = whole.stop
      return refuse(span, meaning: meant, &reader, &isValid)
    }
    if isRange { return range(SourceSpan(start, end), upperEnd: stop + 2, &reader, &isValid) }
    let choices = reader.formula(SourceSpan(start, end))
    reader.cursor = stop
    if givesList(choices.tree) { return Domain(kind: .choices(choices), span: choices.span) }
    isValid = false
    // What is no domain keeps no value out.
    return choices.isInvalid ? nil : refuse(choices.span, &reader, &isValid)
  }

  /// Whether an expression is a list, or names or calls something that may be one.
  private static func givesList(_ tree: FormulaTree) -> Bool {
    switch tree.nodes.last {
    case .array, .reference, .structured, .member, .call, .apply: true
    case .name(let name, _): !ValueType.isNamed(name)
    case .binary(let operation, _, _): operation == .range
    case .unary(let operation, _): [.spill, .trimLeading, .trimTrailing, .trimBoth].contains(operation)
    default: false
    }
  }

  /// Reads `a..b`, of which the lower end is known.
  private static func range(
    _ lower: SourceSpan, upperEnd: Int, _ reader: inout SheetReader, _ isValid: inout Bool
  ) -> Domain? {
    let lower = reader.formula(lower)
    reader.cursor = upperEnd
    guard let upper = reader.expression([.equals, .where, .as], "the upper end of a domain") else {
      isValid = false
      return nil
    }
    let domain = Domain(kind: .range(lower, upper), span: SourceSpan(lower.span.lower, upper.span.upper))
    guard let a = lower.constant, let b = upper.constant else { return domain }
    guard let low = a.number, let high = b.number else {
      refuse(domain.span, &reader, &isValid)
      return domain
    }
    if low > high {
      reader.report(TypeFinding.emptyDomain(reader.source[lower.span], reader.source[upper.span], at: domain.span))
      isValid = false
    }
    return domain
  }

  /// Reports that something is no domain, of which there is none then.
  @discardableResult
  private static func refuse(
    _ span: SourceSpan, meaning meant: String? = nil, _ reader: inout SheetReader, _ isValid: inout Bool
  ) -> Domain? {
    reader.report(TypeFinding.badDomain(at: span, meant: meant))
    isValid = false
    return nil
  }
}
