import Diagnostics

/// The findings of one reading, of which only the first hundred are kept.
struct DiagnosticList {
  static let most = 100
  private(set) var kept: [Diagnostic] = []
  private(set) var count = 0
  private(set) var errorCount = 0

  mutating func append(_ diagnostic: Diagnostic) {
    count += 1
    if diagnostic.severity == .error { errorCount += 1 }
    // The findings of one statement need not come in order, so some more are kept until the list is closed.
    if kept.count < 4 * Self.most { kept.append(diagnostic) }
  }

  mutating func append(_ finding: any DiagnosticFact) { append(finding.diagnostic) }

  mutating func append(contentsOf diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { append(diagnostic) }
  }

  /// The findings in the order of the text, and a note when there were more.
  func closed() -> [Diagnostic] { SheetDocument.shown(kept, beside: count - kept.count) }
}

extension SheetDocument {
  /// The first hundred of some findings in the order of the text, errors before all others, and a note of how many more
  /// there are.
  ///
  /// - Parameter unshown: How many there are that were not even kept.
  package static func shown(_ findings: [Diagnostic], beside unshown: Int = 0) -> [Diagnostic] {
    func place(_ index: Int) -> Int { findings[index].labels.first?.span.lower ?? 0 }
    var order = findings.indices.sorted { (place($0), $0) < (place($1), $1) }
    let hidden = findings.count - DiagnosticList.most
    if hidden > 0 {
      // What fails a file must not be hidden behind what does not.
      let errors = order.filter { findings[$0].severity == .error }
      let others = order.filter { findings[$0].severity != .error }
      order = (errors + others).prefix(DiagnosticList.most).sorted { (place($0), $0) < (place($1), $1) }
    }
    let more = max(0, hidden) + unshown
    return order.map { findings[$0] } + (more > 0 ? [TextFinding.more(more).diagnostic] : [])
  }
}
