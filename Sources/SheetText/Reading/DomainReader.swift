import CellModel
import Diagnostics

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
    guard reader.take(Ascii.colon) else { return nil }
    reader.skipBlanks()
    guard let end = reader.word(at: reader.cursor) else {
      reader.report(.missingType(at: reader.nextPlace()))
      isValid = false
      return nil
    }
    let span = SourceSpan(reader.cursor, end)
    reader.cursor = end
    guard let type = ValueType(rawValue: reader.source[span].lowercased()) else {
      reader.report(.unknownType(reader.source[span], at: span))
      isValid = false
      return nil
    }
    return WrittenType(type: type, span: span)
  }

  /// Reads `in a..b` or `in {…}`.
  private static func domain(_ reader: inout SheetReader, _ isValid: inout Bool) -> Domain? {
    guard reader.take("in") else { return nil }
    reader.skipBlanks()
    let start = reader.cursor
    let (end, stop) = reader.scanner.expressionEnd(
      from: reader.cursor, limit: reader.limit, stops: [.dots, .equals, .where, .as])
    guard end > start else {
      reader.report(.badDomain(at: reader.nextPlace()))
      isValid = false
      return nil
    }
    if stop < reader.limit, reader.bytes[stop] == Ascii.dot {
      let lower = reader.formula(SourceSpan(start, end))
      reader.cursor = stop + 2
      guard let upper = reader.expression([.equals, .where, .as], "the upper end of a domain") else {
        isValid = false
        return nil
      }
      let domain = Domain(kind: .range(lower, upper), span: SourceSpan(start, upper.span.upper))
      if let a = lower.constant, let b = upper.constant {
        if a.number == nil || b.number == nil {
          reader.report(.badDomain(at: domain.span))
          isValid = false
        } else if let low = a.number, let high = b.number, low > high {
          reader.report(.emptyDomain(reader.source[lower.span], reader.source[upper.span], at: domain.span))
          isValid = false
        }
      }
      return domain
    }
    let choices = reader.formula(SourceSpan(start, end))
    reader.cursor = stop
    if case .array? = choices.tree.nodes.last { return Domain(kind: .choices(choices), span: choices.span) }
    if !choices.isInvalid { reader.report(.badDomain(at: choices.span)) }
    isValid = false
    // What is no domain keeps no value out.
    return nil
  }
}
