import CellModel
import Diagnostics
import Formulas
import SheetText

/// Making things happen from the prompt.
extension LiveSheet {
  /// Whether anything in this sheet can happen at a time.
  package var isInTime: Bool { !timeline.isEmpty }

  /// Moves the sheet's time on, up to the next timer, so that what happens next happens then.
  ///
  /// No formula is evaluated: what follows the clock is brought up to date by the next change.
  package func moveClock(to time: SheetTime) {
    let reached = min(time, nextTimer ?? time)
    if reached > timeline.now { timeline.now = reached }
  }

  /// Triggers an action or fires an event by its path; what it is given is written as between the parentheses of a call.
  package func run(_ path: String, given text: String, named source: String = "prompt") -> Outcome {
    do throws(Refusal) {
      let trigger = try TriggerFinder(sheet: self).trigger(named: FormulaParser.parse(path, dialect: .sheet).tree)
      var arguments: [CellValue] = []
      if !text.allSatisfy(\.isWhitespace) {
        let written = "\(Self.callee(path))(\(text))"
        let source = SourceText(name: source, written)
        let call = FormulaParser.parse(written, dialect: .sheet)
        guard call.diagnostics.isEmpty else { return .failed(call.diagnostics, source) }
        guard case .call(_, let operands)? = call.tree.nodes.last else {
          throw Refusal(.badArguments, of: path)
        }
        let values = operands.map { call.tree.subtree(at: $0) }
        let findings = values.flatMap { self.findings(in: $0) }
        guard findings.isEmpty else { return .failed(findings, source) }
        arguments = values.map { value(of: $0, currentGrid) }
      }
      return make([(try TriggerFinder(sheet: self).checked(trigger, path, arguments), arguments)])
    } catch { return .refused(error) }
  }

  /// A name that may stand before parentheses, in place of a path that may not.
  private static func callee(_ path: String) -> String {
    path.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") } ? path : "_"
  }

  /// Makes events and actions happen in one instant; that is no edit, and cannot be taken back.
  func make(_ triggers: [(trigger: Trigger, arguments: [CellValue])]) -> Outcome {
    var outcome = Outcome.done
    change {
      for (trigger, arguments) in triggers {
        if case .ignored(let words) = perform(trigger, arguments) { outcome = .ignored(words) }
      }
    }
    return outcome
  }
}

extension TestStep {
  /// Whether the step changes what a person has entered, and does not only make something happen.
  var isEdit: Bool {
    switch kind {
    case .assign, .clear, .insert, .delete, .expect: true
    case .trigger, .answer, .given, .wait, .stop: false
    case .instant(let steps): steps.contains(where: \.isEdit)
    }
  }
}
