import FunctionLibrary
import LiveSheets
import SheetText
import TestSupport
import Testing

@testable import Verification

/// Forms made at random of all that a step may depend on, explored with what is remembered and without.
@Suite("Random forms explored")
struct RandomFormTests {
  @Test(
    "What is looked up is what each step would give if it were made", arguments: 0..<TestLength.count(20, of: 4_000))
  func remembering(_ seed: Int) {
    let text = RandomForm(seed: UInt64(seed)).text
    let (plain, quick) = (explore(text, remembers: false), explore(text, remembers: true))
    #expect(quick.stateCount == plain.stateCount && quick.stepCount == plain.stepCount, "\(text)")
    #expect(quick.counterExamples.map(\.steps) == plain.counterExamples.map(\.steps), "\(text)")
    #expect(quick.findings.map(\.diagnostic) == plain.findings.map(\.diagnostic), "\(text)")
  }

  @Test("The same of forms with rows that are sheets", arguments: 0..<TestLength.count(6, of: 4_000))
  func rememberingRows(_ seed: Int) {
    let form = RandomFormWithRows(seed: UInt64(seed), isLarge: true).form
    var options = Explorer.Options()
    options.search.maxStates = 100
    options.remembers = false
    let plain = explored(form.text, files: form.files, options)
    options.remembers = true
    let quick = explored(form.text, files: form.files, options)
    #expect(quick.stateCount == plain.stateCount && quick.stepCount == plain.stepCount, "\(form.text)\n\(form.files)")
    #expect(quick.counterExamples.map(\.steps) == plain.counterExamples.map(\.steps), "\(form.text)\n\(form.files)")
    #expect(quick.findings.map(\.diagnostic) == plain.findings.map(\.diagnostic), "\(form.text)\n\(form.files)")
  }

  @Test(
    "A step in rows that is looked up leaves the state that it leaves where it is made",
    arguments: 0..<TestLength.count(6, of: 4_000))
  func steps(_ seed: Int) throws {
    let form = RandomFormWithRows(seed: UInt64(seed), isLarge: true).form
    let sheets = [true, false].map { _ in rehearsedSheet(form.text, files: form.files) }
    #expect(sheets[0].diagnostics.allSatisfy { $0.severity != .error }, "\(form.text)\n\(form.files)")
    let models = zip(sheets, [true, false]).map { SheetModel($0, usesTests: true, remembers: $1) }
    var unread = UnreadColumns(sheets[0])
    var ways = [(models.map { $0.begin().state }, [String]())]
    var seen: Set<[StateContent]> = []
    var number = 0
    while number < ways.count, number < 60 {
      let (states, way) = ways[number]
      number += 1
      for step in 0..<models[0].stepCount {
        var next = states
        let text = models[0].text(of: step, seconds: 0)
        let happened = models.indices.map { index in
          if case .impossible = models[index].perform(step, on: &next[index]) { false } else { true }
        }
        unread.lookForRows(in: sheets[0])
        let contents = models.indices.map { index in
          models[index].keeper.restore(next[index])
          return sheets[index].state.places.map { sheets[index].state.content(of: $0, without: unread) }
        }
        try #require(happened[0] == happened[1] && contents[0] == contents[1], "\(text) after \(way) in \(form.text)")
        if seen.insert(contents[0]).inserted { ways.append((next, way + [text])) }
      }
    }
    #expect(models[0].madeCount < models[1].madeCount)
  }

  @Test("A state that was put back goes on like one that was walked to", arguments: 0..<TestLength.count(60, of: 4_000))
  func walks(_ seed: Int) throws {
    let form = RandomForm(seed: UInt64(seed))
    let (walked, restored) = (rehearsedSheet(form.text), rehearsedSheet(form.text))
    let steps = [walked, restored].map { StepList(of: $0, usesTests: true).steps }
    let keeper = SnapshotKeeper(restored)
    var random = SeededGenerator(seed: UInt64(seed) + 1)
    var states = [keeper.take()]
    _ = [walked, restored].map { $0.takeReports() }
    var way: [String] = []
    for _ in 0..<25 {
      let step = random.number(0...steps[0].count - 1)
      // Somewhere else in between.
      keeper.restore(states[random.number(0...states.count - 1)])
      _ = restored.perform(steps[1][random.number(0...steps[1].count - 1)])
      _ = (keeper.take(), restored.takeReports())
      keeper.restore(states[states.count - 1])
      let happened = [walked.perform(steps[0][step]), restored.perform(steps[1][step])]
      states.append(keeper.take())
      way.append(steps[0][step].text)
      try #require(happened[0] == happened[1], "\(form.text)\n\(way)")
      let reports = [walked.takeReports(), restored.takeReports()]
      try #require(reports[0] == reports[1], "\(form.text)\n\(way)")
      for cell in form.cells {
        let values = try [walked, restored].map { try $0.evaluate(cell).get().value }
        try #require(values[0] == values[1], "\(cell) of \(form.text)\n\(way)")
      }
      if reports[0].contains(where: { $0.severity == .error }) { return }
    }
  }

  private func explore(_ text: String, remembers: Bool) -> Exploration {
    var options = Explorer.Options()
    options.search.maxStates = 120
    options.remembers = remembers
    return Explorer(
      document: SheetDocument(name: "form.sheet", text), environment: LiveSheet.Environment(catalog: .standard),
      options: options
    ).run()
  }
}
