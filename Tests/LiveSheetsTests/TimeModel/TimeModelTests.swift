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

  @Test("A sheet that is used, or is a row of a table, does what it does by itself", arguments: 0..<8)
  func used(share: Int) throws {
    let prefixes = [["u.", "w."], ["p[1].", "p[2]."], ["u."], ["p[1]."]][share % 4]
    try play(share, 8, [.plain, .plain, .all, .services][share % 4], prefixes)
  }

  @Test("What a sheet binds and reads of one that it uses is what the model says", arguments: 0..<8)
  func bound(share: Int) throws {
    let count = TestLength.count(8, of: 2_500)
    var steps = 0
    for seed in (0..<count).map({ UInt64(share * count + $0) }) {
      let isPlain = share.isMultiple(of: 2)
      let part = RandomForm(seed: seed + 1 << 40, isPlain ? .plain : .services)
      let main = RandomForm(seed: seed, using: part, as: isPlain ? ["u", "w"] : ["u"])
      let sheet = mocked(main.form.text, files: [ModelForm.part: part.form.text])
      steps += try play(main, sheet, main.form.using(part.form))
    }
    // Two sheets that tick together are beyond the model.
    #expect(steps > count * 3)
  }

  /// Plays a share of the forms of a kind: more than a few in a long run.
  private func play(_ share: Int, _ few: Int, _ kind: RandomForm.Kind, _ prefixes: [String] = [""]) throws {
    let count = TestLength.count(few, of: 2_500)
    var steps = 0
    for seed in 0..<count {
      let forms = RandomForm(seed: UInt64(share * count + seed), kind)
      steps += try play(forms, Self.sheet(of: forms.form.text, prefixes), forms.form, prefixes)
    }
    #expect(steps > count * 10)
  }

  /// Plays a form until the model says no more of it, once for each of the sheets whose names begin with the prefixes.
  ///
  /// - Parameter form: What the model knows.
  /// - Returns: How many steps were compared.
  private func play(
    _ forms: RandomForm, _ sheet: LiveSheet, _ form: ModelForm, _ prefixes: [String] = [""]
  ) throws -> Int {
    var forms = forms
    let text = form.text
    let findings = sheet.diagnostics.filter { $0.severity == .error }.map(\.message)
    #expect(findings.isEmpty, "\(text)")
    var log: [String] = []
    do {
      let models = try prefixes.map { (prefix: $0, sheet: try ModelSheet(form)) }
      var differences = try models.flatMap { try self.differences(sheet, $0.sheet, $0.prefix) }
      for number in 0..<20 where differences.isEmpty {
        let (prefix, model) = models[number % models.count]
        let step = forms.step(of: model)
        for (_, model) in models { try model.catchUp() }
        let isTaken = try model.perform(step)
        // Time passes in all of them.
        if case .wait = step { for (other, model) in models where other != prefix { _ = try model.perform(step) } }
        log.append(step.text(prefix))
        let refusals = sheet.play(step.text(prefix))
        differences = try models.flatMap { try self.differences(sheet, $0.sheet, $0.prefix) }
        if refusals.isEmpty != isTaken { differences += refusals + ["\(step.text(prefix)) is taken: \(isTaken)"] }
      }
      #expect(differences.isEmpty, "\(text)\n\(log.joined(separator: "\n"))")
    } catch is ModelLimit {}
    return log.count
  }

  private static func sheet(of text: String, _ prefixes: [String]) -> LiveSheet {
    if prefixes == [""] { return mocked(text) }
    let main =
      prefixes[0].hasPrefix("p[")
      ? "table p of \"\(ModelForm.part)\" { \(prefixes.count) rows }"
      : prefixes.map { "use \"\(ModelForm.part)\" as \($0.dropLast())\n" }.joined()
    return mocked(main, files: [ModelForm.part: text])
  }

  private func differences(_ sheet: LiveSheet, _ model: ModelSheet, _ prefix: String) throws -> [String] {
    try model.values().sorted { $0.key < $1.key }.compactMap { name, value in
      // A service belongs to the whole program.
      let path = name.hasSuffix(".calls") ? name : prefix + name
      let found = sheet[path]
      return value.matches(found) ? nil : "\(path) is \(found) and should be \(value)"
    }
  }
}
