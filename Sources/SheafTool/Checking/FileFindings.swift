import Diagnostics
import Linting
import LiveSheets

/// What is wrong with one file: with its text, and with what it is as loaded.
struct FileFindings {
  struct Finding {
    var diagnostic: Diagnostic
    /// The values that a broken check names.
    var values: [ValueLine] = []
    /// Whether `--fix` cures it.
    var isFixable = false

    /// The message with the values in further lines, for reports without colour.
    var plainText: String {
      let lines = [diagnostic.message] + ValueLines.text(values, Paint(isOn: false), indent: "")
      return lines.joined(separator: "\n") + (diagnostic.help.map { "\n\($0)" } ?? "")
    }
  }

  let source: SourceText
  let findings: [Finding]

  /// What the file is called.
  var path: String { source.name }

  /// Judges a loaded sheet: its text, the errors in its cells, its checks, what was reported as it began, and what rules say.
  ///
  /// - Parameters:
  ///   - selection: Which of them count.
  ///   - context: What rules know beside its text.
  ///   - memory: What they have seen of the text before a change.
  init(
    _ sheet: LiveSheet, _ selection: FindingSelection = .usual,
    _ context: LintedSheet.Context = LintedSheet.Context(), memory: LintMemory = LintMemory()
  ) {
    source = sheet.document.source
    var all = sheet.diagnostics.map { Finding(diagnostic: $0) }
    // What follows from the errors of the text needs no second message.
    if sheet.hasErrors {
      all += sheet.cellErrors.map { Finding(diagnostic: $0) }
    } else {
      all += Self.findings(asLoaded: sheet)
      let linted = LintedSheet(sheet, context, memory: memory)
      all += LintRules.findings(in: linted, selected: selection.contains).map { Finding(diagnostic: $0) }
    }
    let allowances = Allowances(sheet.document)
    let told = all.filter { selection.contains($0.diagnostic.code) }
    let place: (Finding) -> Int = { $0.diagnostic.labels.first?.span.lower ?? .max }
    let judged = allowances.applied(
      to: told, diagnostic: \.diagnostic, make: { Finding(diagnostic: $0) }, FindingGuide.pagesByCode,
      selected: { selection.contains($0) && (context.mayRun || !LintRules.foundByRunning.contains($0)) }
    )
    findings = judged.indices.sorted { (place(judged[$0]), $0) < (place(judged[$1]), $1) }.map { index in
      var finding = judged[index]
      finding.isFixable = finding.diagnostic.obviousEdits(in: sheet.document).first?.isSafe ?? false
      return finding
    }
  }

  private init(_ source: SourceText, _ findings: [Finding]) {
    self.source = source
    self.findings = findings
  }

  /// The same with some of its findings.
  func filtered(_ isKept: (Finding) -> Bool) -> FileFindings { FileFindings(source, findings.filter(isKept)) }

  /// Takes what is wrong with a file that is no sheet.
  init(_ source: SourceText, _ findings: [Finding], _ selection: FindingSelection) {
    self.source = source
    self.findings = findings.filter { selection.contains($0.diagnostic.code) }
  }

  private static func findings(asLoaded sheet: LiveSheet) -> [Finding] {
    let errors = sheet.cellErrors.map { Finding(diagnostic: $0) }
    let reports = sheet.takeReports().map { Finding(diagnostic: $0) }
    let broken = sheet.checks.broken.map { Finding(diagnostic: $0.diagnostic, values: $0.values) }
    return errors + reports + broken
  }

  func count(_ severity: Diagnostic.Severity) -> Int { findings.count { $0.diagnostic.severity == severity } }
}

extension LiveSheet {
  /// The errors in its cells, by their causes; what waits for an answer is none.
  var cellErrors: [Diagnostic] {
    // An editor asks with every key, and hardly ever is there one.
    guard definedCells.hasErrors else { return [] }
    let errors = ErrorCauses(contents.map { Reading($0, in: self) })
    let causes = (hasErrors ? errors.besideErrors(of: self) : errors).causes.filter { $0.error.code != .busy }
    var found: [Diagnostic] = []
    // Of a used workbook the first is told, and how many there are: they have no place of their own in the text.
    var workbooks: [String: (finding: Int, count: Int)] = [:]
    for cause in causes {
      let origin = try? cell(cause.origin).get()
      let file = origin.flatMap { usedWorkbook(of: $0.address) }
      if let file, let known = workbooks[file] {
        workbooks[file]?.count = known.count + 1
        continue
      }
      if let file { workbooks[file] = (found.count, 0) }
      found.append(
        Diagnostic(
          code: DiagnosticCode.cellError.rawValue,
          cause.message.withoutFullStop + (cause.note.map { "; \($0)" } ?? ""),
          at: origin?.definitionSpan.map { [Diagnostic.Label($0)] } ?? []))
    }
    for (file, (finding, count)) in workbooks where count > 0 {
      let others = count == 1 ? "another cell begins one" : "\(count) more cells begin one"
      found[finding].help = "\(others); sheaf check \(file) tells of each"
    }
    return found
  }
}

extension BrokenCheck {
  /// The check as a finding about the sheet's text.
  var diagnostic: Diagnostic {
    Diagnostic(
      code: DiagnosticCode.brokenCheck.rawValue, "\(title) is broken\(reason.map { ": \($0)" } ?? "")", at: span,
      label: isUndecided ? "cannot be judged" : kind == .never ? "holds" : "does not hold")
  }
}

extension String {
  /// A sentence as it goes on in another one.
  var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
