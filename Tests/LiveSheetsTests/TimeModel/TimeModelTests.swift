import CellModel
import TestSupport
import Testing

@testable import LiveSheets

/// Random sheets of events, streams, states and formulas, of services, actions and fetches, and of tables, beside a slow
/// model of what the language says of them. `LONG_TESTS=1 swift test --filter TimeModelTests` tries 20,000 of each.
@Suite("The model of time")
struct TimeModelTests {
  @Test("After each step every event, state and formula is what the model says", arguments: 0..<8)
  func random(share: Int) throws { try play(share, 25, .plain) }

  @Test("After each answer every action and fetch is what the model says", arguments: 0..<8)
  func services(share: Int) throws { try play(share, 10, .services) }

  @Test("After each step every row of a table is what the model says", arguments: 0..<8)
  func tables(share: Int) throws { try play(share, 8, share.isMultiple(of: 2) ? .tables : .all) }

  private func play(_ share: Int, _ few: Int, _ kind: RandomForm.Kind) throws {
    let count = TestLength.count(few, of: 2_500)
    var steps = 0
    for seed in 0..<count { steps += try play(RandomForm(seed: UInt64(share * count + seed), kind)) }
    #expect(steps > count * 10)
  }

  /// Plays a form until the model says no more of it.
  ///
  /// - Returns: How many steps were compared.
  private func play(_ forms: RandomForm) throws -> Int {
    var forms = forms
    let text = forms.form.text
    let sheet = mocked(text)
    let findings = sheet.diagnostics.filter { $0.severity == .error }.map(\.message)
    #expect(findings.isEmpty, "\(text)")
    var log: [String] = []
    do {
      let model = try ModelSheet(forms.form)
      var differences = try self.differences(sheet, model)
      for _ in 0..<20 where differences.isEmpty {
        let step = forms.step(of: model)
        let isTaken = try model.perform(step)
        log.append(step.text)
        let refusals = sheet.play(step.text)
        differences = try self.differences(sheet, model)
        if refusals.isEmpty != isTaken { differences += refusals + ["\(step.text) is taken: \(isTaken)"] }
      }
      #expect(differences.isEmpty, "\(text)\n\(log.joined(separator: "\n"))")
    } catch is ModelLimit {}
    return log.count
  }

  private func differences(_ sheet: LiveSheet, _ model: ModelSheet) throws -> [String] {
    try model.values().sorted { $0.key < $1.key }.compactMap { name, value in
      let found = sheet[name]
      return value.matches(found) ? nil : "\(name) is \(found) and should be \(value)"
    }
  }
}
