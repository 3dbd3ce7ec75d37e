import CellModel
import Diagnostics
import Engine
import Formulas
import SheetText

/// Making events and actions happen by what is typed.
struct PromptTriggers {
  let sheet: LiveSheet

  private var finder: TriggerFinder { sheet.triggers }

  /// The name of an event or an action makes it happen, with what it is given; several of them in braces happen in one
  /// instant.
  ///
  /// - Returns: `nil` where something else is meant.
  func trigger(_ formula: SheetFormula) -> Outcome? {
    guard !sheet.timeline.isEmpty else { return nil }
    let tree = formula.tree
    var parts = [tree]
    if case .array(_, columns: 1, let elements)? = tree.nodes.last { parts = elements.map { tree.subtree(at: $0) } }
    var called: [Called] = []
    for part in parts {
      guard let next = self.called(by: part) else { return nil }
      called.append(next)
    }
    let findings = called.flatMap { $0.operands.flatMap { self.findings(inGiven: $0) } }
    guard !findings.contains(where: { $0.severity == .error }) else { return .failed(findings, nil) }
    do throws(Refusal) {
      var checked: [(Trigger, [CellValue])] = []
      for next in called {
        var arguments = next.operands.map { sheet.placing.value(of: $0, sheet.currentGrid) }
        if next.isCall { arguments = finder.given(arguments, to: next.trigger) }
        checked.append((try finder.checked(next.trigger, next.path, arguments), arguments))
      }
      return make(checked)
    } catch { return .refused(error) }
  }

  /// What is wrong with the names of what an input or an event is given; a word alone was probably meant as a text.
  func findings(inGiven tree: FormulaTree) -> [Diagnostic] {
    var findings = sheet.findings(in: tree)
    guard tree.nodes.count == 1, case .name(let word, sheet: nil) = tree[tree.root], findings.count == 1,
      findings[0].help == nil
    else { return findings }
    findings[0].help = "a text stands in quotes: \"\(word)\""
    return findings
  }

  /// An event or action that an expression names, and what it is given: between parentheses, or behind a blank.
  private struct Called {
    let trigger: Trigger
    let path: String
    let operands: [FormulaTree]
    let isCall: Bool
  }

  private func called(by tree: FormulaTree) -> Called? {
    var path = tree
    var isCall = false
    var operands: [FormulaTree.Index] = []
    switch tree.nodes.last {
    case .call(let name, let given):
      guard means(name, given.count) else { return nil }
      (path, operands, isCall) = (.name(name), given, true)
    case .apply(let called, let given): (path, operands, isCall) = (tree.subtree(at: called), given, true)
    case .binary(.intersection, let event, let payload): (path, operands) = (tree.subtree(at: event), [payload])
    default: break
    }
    guard let trigger = try? finder.trigger(named: path) else { return nil }
    return Called(
      trigger: trigger, path: path.text(), operands: operands.map { tree.subtree(at: $0) }, isCall: isCall)
  }

  /// Whether a call is that of an action rather than of a function of the same name, such as SEARCH.
  private func means(_ name: String, _ count: Int) -> Bool {
    guard sheet.environment.catalog.function(named: name) != nil else { return true }
    guard let form = sheet.timeline.instances.first?.form, let action = form.actionNumbers[name.lowercased()] else {
      return false
    }
    return form.actions[action].parameters.count == count
  }

  /// Triggers an action or fires an event by its path; what it is given is written as between the parentheses of a call.
  func run(_ path: String, given text: String, named source: String) -> Outcome {
    do throws(Refusal) {
      let trigger = try finder.trigger(named: FormulaParser.parse(path, dialect: .sheet).tree)
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
        let findings = values.flatMap { sheet.findings(in: $0) }
        guard findings.isEmpty else { return .failed(findings, source) }
        arguments = values.map { sheet.placing.value(of: $0, sheet.currentGrid) }
      }
      return make([(try finder.checked(trigger, path, arguments), arguments)])
    } catch { return .refused(error) }
  }

  /// A name that may stand before parentheses, in place of a path that may not.
  private static func callee(_ path: String) -> String {
    path.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") } ? path : "_"
  }

  /// Makes events and actions happen in one instant; that is no edit, and cannot be taken back.
  func make(_ triggers: [(trigger: Trigger, arguments: [CellValue])]) -> Outcome {
    var outcome = Outcome.done
    sheet.change {
      for (trigger, arguments) in triggers {
        if case .ignored(let words) = sheet.timeline.perform(trigger, arguments) { outcome = .ignored(words) }
      }
    }
    return outcome
  }
}
