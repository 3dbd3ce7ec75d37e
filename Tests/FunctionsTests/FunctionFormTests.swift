import Testing

@testable import Functions

@Suite("Function forms")
struct FunctionFormTests {
  private func check(
    _ form: FunctionForm, _ results: [Int: [Int]], at location: SourceLocation = #_sourceLocation
  ) {
    for (count, expected) in results {
      #expect(form.results(of: count) == expected, "of \(count)", sourceLocation: location)
    }
  }

  @Test("Of some forms a call gives one of its arguments as it is")
  func results() {
    check(.branch, [0: [], 1: [], 2: [1], 3: [1, 2]])
    check(.selection, [1: [], 2: [1], 4: [1, 2, 3]])
    check(.choice(comparesFirst: false), [1: [], 2: [1], 4: [1, 3]])
    check(.choice(comparesFirst: true), [2: [], 3: [2], 4: [2, 3], 5: [2, 4], 6: [2, 4, 5]])
    check(.rescue(onlyMissing: false), [2: [0, 1]])
    check(.rescue(onlyMissing: true), [2: [0, 1]])
    check(.binding, [2: [], 3: [2], 5: [4]])
    for form in [FunctionForm.call, .lambda, .previous, .current] { check(form, [3: []]) }
  }
}
