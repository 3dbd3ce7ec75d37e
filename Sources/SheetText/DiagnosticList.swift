import Diagnostics

/// The findings of one reading, of which only the first hundred are kept.
struct DiagnosticList {
  static let most = 100
  private(set) var kept: [Diagnostic] = []
  private(set) var count = 0

  mutating func append(_ diagnostic: Diagnostic) {
    count += 1
    // The findings of one statement need not come in order, so some more are kept until the list is closed.
    if kept.count < 4 * Self.most { kept.append(diagnostic) }
  }

  mutating func append(_ finding: SheetFinding) { append(finding.diagnostic) }

  mutating func append(contentsOf diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { append(diagnostic) }
  }

  /// The findings in the order of the text, and a note when there were more.
  func closed() -> [Diagnostic] {
    func place(_ diagnostic: Diagnostic) -> Int { diagnostic.labels.first?.span.lower ?? 0 }
    let order = kept.indices.sorted { (place(kept[$0]), $0) < (place(kept[$1]), $1) }
    var result = order.prefix(Self.most).map { kept[$0] }
    if count > Self.most { result.append(SheetFinding.more(count - Self.most).diagnostic) }
    return result
  }
}
