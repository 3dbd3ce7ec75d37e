import CellModel
import Functions
import LiveSheets
import SheetText

/// Runs the tests of a sheet with a probe in each place that they may reach.
package struct CoverageRun {
  private let document: SheetDocument
  private let environment: LiveSheet.Environment

  package init(document: SheetDocument, environment: LiveSheet.Environment) {
    self.document = document
    self.environment = environment
  }

  /// Runs the tests whose labels pass a filter, and tells what each has reached.
  ///
  /// A formula is reached by a test that expects something of it, or of what depends on it; checks expect something in
  /// every test. Any other place is reached when it is evaluated.
  ///
  /// - Complexity: About twice the time that the tests take.
  package func run(filter: (String) -> Bool = { _ in true }) -> TestCoverage {
    let log = ReachedPlaces()
    let probes = CoverageProbes(document, environment.catalog)
    var coverage = TestCoverage(
      source: document.source, places: probes.places, reached: probes.places.map { _ in [] })
    let instrumented = probes.instrumented
    var environment = environment
    environment.catalog = environment.catalog.adding(title: "Probes", [log.function])
    let runner = TestRunner(document: instrumented, environment: environment)
    let readers = ReadStatements(document, environment.catalog)
    let number = ReadStatements.tests(of: document)
    for (index, statement) in instrumented.statements.enumerated() {
      guard case .test(let test) = statement.kind, filter(test.label.text), let place = number[index] else { continue }
      log.numbers = []
      _ = runner.run(test, home: statement.grid)
      for number in log.numbers where number < coverage.reached.count { coverage.reached[number].insert(place) }
      let expected = readers.expected(byTest: index)
      for (number, found) in probes.places.enumerated()
      where found.kind == .formula && expected.contains(found.statement) {
        coverage.reached[number].insert(place)
      }
    }
    return coverage
  }
}

/// The numbers of the probes that were evaluated.
///
/// The engine that evaluates is used by one thread at a time, and so is this.
private final class ReachedPlaces: @unchecked Sendable {
  var numbers: Set<Int> = []

  /// Notes a number and gives its other argument as it is, so that a reference stays one.
  ///
  /// Made by hand because no parameter hands on what it is given.
  var function: SheetFunction {
    SheetFunction(
      CoverageProbes.function, "Notes that a place was reached.",
      parameters: [ParameterInfo("place", "its number"), ParameterInfo("value", "what is given")], examples: []
    ) { [self] (call: inout Arguments) throws(CellError) in
      if case .number(let number, _)? = try call.nextValue() { numbers.insert(Int(number)) }
      return call.next()
    }
  }
}
