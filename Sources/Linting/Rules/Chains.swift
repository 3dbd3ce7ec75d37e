import Diagnostics
import Formulas
import SheetText

/// A formula that reads more than anybody can keep apart.
enum ManyReferences: LintRule {
  static let page = FindingPage(
    code: "many-references", .note, "a formula reads more than ten different cells",
    why: "Whoever changes one of them has to understand all of them, and a wrong one is not seen among so many.",
    fix: "Give sums of parts names of their own, or keep the parts in a table.",
    example: FindingExample(
      wrong: [
        ("a1_ = 1\na2_ = 2\na3_ = 3\na4_ = 4\na5_ = 5\na6_ = 6\na7_ = 7\na8_ = 8\na9_ = 9\nb1_ = 1\nb2_ = 2\n", 1),
        ("all = a1_ + a2_ + a3_ + a4_ + a5_ + a6_ + a7_ + a8_ + a9_ + b1_ + b2_", 1),
      ],
      right: [("table parts {\n  | n |\n  | 1 |\n  | 2 |\n  | 3 |\n}\nall = SUM(parts[n])", 1)]))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for formula in sheet.valueFormulas {
      var read: Set<String> = []
      for name in formula.tree.freeNames(formula.scopes) { read.insert(name.value.name.lowercased()) }
      let cells = formula.tree.references.map(\.index) + formula.tree.structuredReferences.map(\.index)
      // `$A$1` and `A1` are one cell.
      for cell in cells {
        read.insert(sheet.text(formula.tree.span(of: cell)).lowercased().replacing("$", with: ""))
      }
      guard read.count > sheet.context.limits.manyReferences else { continue }
      report.add("the formula reads \(read.count) different cells", at: formula.formula.span, label: "name its parts")
    }
  }
}

/// A result that is many formulas away from what it is made of.
enum LongChain: LintRule {
  static let page = FindingPage(
    code: "long-chain", .note, "a result is more than twenty formulas away from its inputs",
    why: "To follow how an input comes to bear on it one has to read all of them.",
    fix: "Take steps together that have no meaning of their own; a table with PREVIOUS does what names in a row do.",
    example: FindingExample(
      wrong: [
        ("start = 1\nk_1 = start + 1\n", 1),
        (
          "k_2 = k_1 + 1\nk_3 = k_2 + 1\nk_4 = k_3 + 1\nk_5 = k_4 + 1\nk_6 = k_5 + 1\nk_7 = k_6 + 1\nk_8 = k_7 + 1\nk_9 = k_8 + 1\nk_10 = k_9 + 1\nk_11 = k_10 + 1\nk_12 = k_11 + 1\nk_13 = k_12 + 1\nk_14 = k_13 + 1\nk_15 = k_14 + 1\nk_16 = k_15 + 1\nk_17 = k_16 + 1\nk_18 = k_17 + 1\nk_19 = k_18 + 1\nk_20 = k_19 + 1\nk_21 = k_20 + 1",
          1
        ),
      ],
      right: "start = 1\ntable steps {\n  21 rows\n  k = PREVIOUS(k, start) + 1\n}"))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    var reads: [String: Set<String>] = [:]
    for formula in sheet.valueFormulas where !formula.formula.isConstant {
      guard let name = sheet.document.statements[formula.statement].definedName else { continue }
      reads[name.key, default: []].formUnion(sheet.namesRead(by: formula))
    }
    let lengths = lengths(reads)
    for name in sheet.names where !sheet.isRead(name) {
      guard let length = lengths[name.key], length > sheet.context.limits.longChain else { continue }
      report.add("\(name.written.text) is \(length) formulas away from its inputs", at: name.written.span)
    }
  }

  /// How many formulas the longest way down from each name has; what goes round in a circle counts once.
  private static func lengths(_ reads: [String: Set<String>]) -> [String: Int] {
    var lengths: [String: Int] = [:]
    var open: Set<String> = []
    for name in reads.keys where lengths[name] == nil {
      // A stack of our own: a sheet may have a chain of a hundred thousand.
      var stack = [name]
      while let next = stack.last {
        guard lengths[next] == nil else {
          stack.removeLast()
          continue
        }
        let below = (reads[next] ?? []).filter { reads[$0] != nil }
        let waiting = below.filter { lengths[$0] == nil && !open.contains($0) }
        if open.insert(next).inserted, !waiting.isEmpty {
          stack += waiting
        } else {
          lengths[next] = 1 + (below.compactMap { lengths[$0] }.max() ?? 0)
          open.remove(next)
          stack.removeLast()
        }
      }
    }
    return lengths
  }
}
