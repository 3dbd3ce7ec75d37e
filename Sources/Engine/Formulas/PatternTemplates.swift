import CellModel
import Formulas
import Functions

/// The templates of formulas that are known by their patterns, so that they are resolved without trees.
///
/// The first formula of a pattern is resolved as any other. Where its operands decide its references and nothing else,
/// those after it have its template, and references that are made of their own operands. What a pattern comes to among
/// named cells it need not come to on a sheet, so the two are told apart.
///
/// Formulas that differ in numbers have templates of their own as long as a pattern has few of them: a numeric program
/// makes more of a number that it knows. Beyond that they share one template, which takes the numbers from the references;
/// so do those that stand below each other and differ in nothing else, for then they are one group.
struct PatternTemplates {
  /// What formulas of a pattern come to.
  private struct Form {
    let slots: [OperandSlot]
    /// The template of the first formula.
    let first: TemplateID
    /// The templates that hold the numbers of their formulas.
    var known: [(numbers: [WrittenNumber], template: TemplateID)] = []
    /// The template of all other numbers, once there are some.
    var shared: TemplateID?
  }

  private enum Finding {
    /// The number of a form.
    case form(Int)
    /// Each formula of the pattern has to be resolved by itself.
    case none
  }

  private struct Key: Hashable {
    let pattern: ObjectIdentifier
    let isOnSheet: Bool
  }

  /// How many templates of a pattern hold numbers.
  var mostKnown = 8
  private var forms: [Form] = []
  private var findings: [Key: Finding] = [:]
  /// The patterns of the findings, kept so that their identities stay theirs.
  private var patterns: [FormulaPattern] = []
  /// What was made of operands last.
  private var made = OperandReferences()

  /// What is known of a pattern.
  enum Answer {
    /// The template of the formula, whose references have been made.
    case template(TemplateID)
    /// As ``template(_:)``; it is to be that of a group above the formula, too, which has its numbers in another one.
    case templateOfBoth(TemplateID, above: GroupID)
    /// The formula has to be resolved.
    case unknown
    /// As ``unknown``, and what it is resolved to says something about the formulas after it.
    case first
  }

  /// The references that were made last.
  var references: [GroupReference] { made.references }

  /// Whether the operands of formulas of a pattern decide their references, and nothing else.
  func knows(_ pattern: FormulaPattern, at address: CellAddress, in formulas: FormulaStore) -> Bool {
    let isOnSheet = formulas.names.isSheet(address.grid)
    guard case .form? = findings[Key(pattern: ObjectIdentifier(pattern), isOnSheet: isOnSheet)] else { return false }
    return true
  }

  mutating func answer(
    _ pattern: FormulaPattern, _ operands: [FormulaOperand], at address: CellAddress, in formulas: FormulaStore
  ) -> Answer {
    let isOnSheet = formulas.names.isSheet(address.grid)
    guard let finding = findings[Key(pattern: ObjectIdentifier(pattern), isOnSheet: isOnSheet)] else { return .first }
    guard case .form(let form) = finding, made.make(forms[form].slots, operands, at: address, in: formulas.names)
    else {
      return .unknown
    }
    let known = known(forms[form])
    if !made.numbers.isEmpty, let above = formulas.openGroup(above: address),
      continues(formulas[above], form, in: formulas)
    {
      let template = formulas[above].template
      if template == forms[form].shared { return .template(share(form, in: formulas)) }
      if template != known { return .templateOfBoth(share(form, in: formulas), above: above) }
    }
    if let known { return .template(known) }
    return forms[form].known.count < mostKnown ? .first : .template(share(form, in: formulas))
  }

  /// The most rows of a run that is evaluated with the numbers of each row because of one row that differs.
  private static let longestRun = 16

  /// Whether the formula whose references were made last, of a form, can join a group above it with its numbers.
  private func continues(_ above: FormulaGroup, _ form: Int, in formulas: FormulaStore) -> Bool {
    guard
      above.template == forms[form].shared
        || above.count <= Self.longestRun && forms[form].known.contains(where: { $0.template == above.template })
    else { return false }
    for (number, next) in made.references.enumerated()
    where JoinedReference(formulas.reference(number, of: above), in: above.rows, next) == nil {
      return false
    }
    return true
  }

  /// The template that takes the numbers of the formula whose references were made last, which come to stand behind them.
  private mutating func share(_ form: Int, in formulas: FormulaStore) -> TemplateID {
    let shared = forms[form].shared ?? formulas.shareNumbers(of: forms[form].first, after: made.references.count)
    forms[form].shared = shared
    made.appendNumbers()
    return shared
  }

  /// The template that holds the numbers of the formula whose references were made last.
  private func known(_ form: Form) -> TemplateID? {
    if made.numbers.isEmpty { return form.first }
    knowing: for known in form.known {
      for (place, number) in made.numbers.enumerated() where known.numbers[place] != number { continue knowing }
      return known.template
    }
    return nil
  }

  /// Notes what the first formula of a pattern, or the first with its numbers, was resolved to.
  ///
  /// - Returns: The template of the formula, whose references have been made; `nil` where each formula of the pattern has to
  ///   be resolved by itself.
  mutating func learn(
    _ pattern: FormulaPattern, _ operands: [FormulaOperand], at address: CellAddress, _ formula: EnteredFormula,
    _ template: TemplateID, in formulas: FormulaStore
  ) -> TemplateID? {
    let key = Key(pattern: ObjectIdentifier(pattern), isOnSheet: formulas.names.isSheet(address.grid))
    if findings[key] == nil { patterns.append(pattern) }
    guard let slots = OperandSlot.slots(of: formula), made.make(slots, operands, at: address, in: formulas.names),
      made.references == formula.references, made.numbers == formula.tree.writtenNumbers.map(\.number)
    else {
      findings[key] = Finding.none
      return nil
    }
    let form: Int
    if case .form(let known)? = findings[key] {
      form = known
    } else {
      form = forms.count
      forms.append(Form(slots: slots, first: template))
      findings[key] = .form(form)
    }
    if made.numbers.isEmpty { return template }
    guard forms[form].known.count < mostKnown else { return share(form, in: formulas) }
    forms[form].known.append((made.numbers, template))
    return template
  }
}
