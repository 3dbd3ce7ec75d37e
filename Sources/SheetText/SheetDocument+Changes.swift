import Diagnostics

extension SheetDocument {
  /// The places of the statements that another text has otherwise, where the two have as many; `nil` where they do not.
  ///
  /// A statement is the same where its text is, wherever it stands.
  ///
  /// - Complexity: O(*n*) in the bytes and the statements.
  package func statementsChanged(from former: SheetDocument) -> [Int]? {
    guard statements.count == former.statements.count else { return nil }
    let start = Self.commonStart(bytes, former.bytes)
    let end = Self.commonEnd(bytes, former.bytes, behind: start)
    var changed: [Int] = []
    for index in statements.indices {
      let (new, old) = (statements[index].span, former.statements[index].span)
      let isBefore = new == old && new.upper <= start
      let isBehind =
        new.lower >= bytes.count - end && bytes.count - new.lower == former.bytes.count - old.lower
        && bytes.count - new.upper == former.bytes.count - old.upper
      if isBefore || isBehind {
        guard statements[index].grid == former.statements[index].grid else { return nil }
      } else {
        changed.append(index)
      }
    }
    return changed
  }

  private static func commonStart(_ a: [UInt8], _ b: [UInt8]) -> Int {
    let most = min(a.count, b.count)
    return a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in (0..<most).first { a[$0] != b[$0] } ?? most }
    }
  }

  /// How many bytes both end with, of those behind what they begin with.
  private static func commonEnd(_ a: [UInt8], _ b: [UInt8], behind start: Int) -> Int {
    let most = min(a.count, b.count) - start
    return a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        (0..<most).first { a[a.count - 1 - $0] != b[b.count - 1 - $0] } ?? most
      }
    }
  }
}
