import Foundation
import Testing

/// The tests of other projects: formulas with the values that those projects expect.
///
/// A case on which Excel says otherwise stands in `Reasons` with what we give and why. There are few of them, and no
/// case may come out in a third way. Cases that Excel would not take in, or whose cells did not come with them, are
/// listed and counted on their own.
@Suite("Outside cases")
struct OutsideCaseTests {
  @Test("The cases of Formualizer hold") func formualizer() throws { try check("formualizer", within: 0.018) }
  @Test("The cases of fast-formula-parser hold")
  func fastFormulaParser() throws { try check("fast-formula-parser", within: 0.016) }
  @Test("The cases of ClosedXML hold") func closedXML() throws { try check("closedxml", within: 0.01) }
  @Test("The cases of excelize hold") func excelize() throws { try check("excelize", within: 0.03) }
  @Test("The cases of formula.js hold") func formulaJS() throws { try check("formulajs", within: 0.055) }

  @Test("The values that Excel stored in IronCalc's workbooks hold")
  func ironCalc() throws { try check("ironcalc", within: 0.01) }
  @Test("The values of Excel in the tests of ExcelFinancialFunctions hold")
  func excelFinancialFunctions() throws { try check("excel-financial-functions", within: 0.001) }
  @Test("The values of Excel in the tests of PhpSpreadsheet hold")
  func phpSpreadsheet() throws { try check("phpspreadsheet", within: 0.001) }
  @Test("The values of Excel in the tests of numfmt hold")
  func numfmt() throws { try check("numfmt", within: 0.001) }

  @Test("No cause of earlier differences is there again") func causes() throws {
    let report = try OutsideSuite(named: "causes").run()
    #expect(report.wrong.isEmpty, "\n\(report.wrong.joined(separator: "\n"))")
    #expect(report.disagreed.isEmpty && report.idle.isEmpty, "a cause has no reasons")
  }

  /// - Parameter share: The part of the cases on which we may differ on purpose.
  private func check(_ name: String, within share: Double, at location: SourceLocation = #_sourceLocation) throws {
    let suite = try OutsideSuite(named: name)
    let report = suite.run()
    let kinds = Disagreement.Kind.allCases.map { "\(report.disagreed[$0] ?? 0) \($0)" }.joined(separator: ", ")
    print(
      "\(name): \(suite.cases.count) cases, \(report.agreed) agreed,",
      "\(report.disagreed.values.reduce(0, +)) disagreed on purpose (\(kinds)), \(report.wrong.count) wrong")
    #expect(report.wrong.isEmpty, "\n\(report.wrong.joined(separator: "\n"))", sourceLocation: location)
    #expect(report.idle.isEmpty, "reasons without a case: \(report.idle)", sourceLocation: location)
    #expect(
      !suite.cases.isEmpty && Double(report.disagreed[.excel] ?? 0) < share * Double(suite.cases.count),
      sourceLocation: location)
  }
}
