import Sheaf
import Testing

/// Functions that a program adds, declared as those of the language are.
@Suite("Functions of a program")
struct CustomFunctionsTests {
  enum Lengths: FunctionFamily {
    static let title = "Lengths"
    static let source: String? = "the international yard and pound agreement of 1959"

    static let functions: [SheetFunction] = [
      SheetFunction(
        "FEET", "Converts metres to feet.", .number("metres", "a length in metres"),
        examples: [
          "FEET(3.048)" => 10, "FEET(0)" => 0, "FEET({0.3048,-0.6096})" => [[.number(1), .number(-2)]],
          "FEET(\"x\")" => .value,
        ]
      ) { $0 / 0.3048 },

      SheetFunction(
        "INITIALS", "Gives the first letters of the words of a text.", .text("name", "the words"), source: "nobody",
        examples: ["INITIALS(\"Ada Lovelace\")" => "AL", "INITIALS(\"\")" => .notAvailable]
      ) { (name) throws(CellError) in
        guard !name.isEmpty else { throw .notAvailable("There is no word.") }
        return name.split(separator: " ").map { String($0.prefix(1)) }.joined()
      },
    ]
  }

  private let catalog = FunctionCatalog.standard.adding(Lengths.self)

  @Test("A sheet calls them like any other")
  func called() throws {
    let sheet = try Sheet("input m = 3.048\nfeet = FEET(m)\nfirst = INITIALS(\"Ada Lovelace\")", catalog: catalog)
    #expect(sheet.value(of: "feet") == 10)
    #expect(sheet.value(of: "first") == "AL")
    try sheet.set("m", to: 0.3048)
    #expect(sheet.value(of: "feet") == 1)
  }

  @Test("Their examples run")
  func examples() throws {
    let sheet = try Sheet("", catalog: catalog)
    for function in Lengths.functions {
      for example in function.examples {
        let value = try sheet.evaluate(example.formula)
        #expect(value == example.result || value.error?.code == example.result.error?.code, "\(example.formula)")
      }
    }
  }

  @Test("They have a source, a signature and near names")
  func described() throws {
    #expect(catalog.function(named: "feet")?.signature == "FEET(metres)")
    #expect(catalog.function(named: "FEET")?.source == "the international yard and pound agreement of 1959")
    #expect(catalog.function(named: "INITIALS")?.source == "nobody")
    #expect(throws: SheetError.self) { try Sheet("a = FEETS(1)", catalog: catalog) }
    do { _ = try Sheet("a = FEETS(1)", catalog: catalog) } catch {
      #expect(error.diagnostics.first?.help == "did you mean FEET?")
    }
  }

  @Test("A formula is read in another language and shown in it")
  func languages() throws {
    let formula = FormulaLanguage.german.formula(fromLocalized: "SUMME(1,5; 2)")
    #expect(formula == "SUM(1.5, 2)")
    #expect(try Sheet("").evaluate(formula) == 3.5)
    #expect(FormulaLanguage.french.localizedText(of: formula) == "SOMME(1,5; 2)")
  }

  @Test("What a function may give hides nothing of the values themselves")
  func numberOfAValue() {
    let value: CellValue = 5
    #expect(value.number == 5)
    #expect(CellValue.text("x").number == nil)
  }
}
