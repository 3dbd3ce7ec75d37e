import FunctionLibrary
import Functions
import Testing

@Suite("Names of the library's functions")
struct LibraryNamesTests {
  @Test("A function is found by the names that other programs' files have for it")
  func prefixes() {
    let rows = [
      ("_xlfn.xlookup", "XLOOKUP"), ("_xlfn._xlws.sort", "SORT"), ("_xludf.CONCAT", "CONCAT"),
      ("COM.MICROSOFT.TEXTJOIN", "TEXTJOIN"), ("ORG.OPENOFFICE.WEEKS", "WEEKS"), ("com.microsoft.ceiling", "CEILING"),
    ]
    for (written, plain) in rows {
      #expect(FunctionCatalog.standard.function(named: written)?.name == plain, "\(written)")
    }
  }

  @Test("Every localised name is that of a listed function, and comes back as it went")
  func roundTrip() {
    let known = Set(CatalogTests.list.map(\.name))
    for language in FormulaLanguage.allCases {
      var count = 0
      for name in known.sorted() {
        let localized = language.functionName(for: name)
        guard localized != name else { continue }
        count += 1
        #expect(language.canonicalName(of: localized) == name, "\(localized)")
      }
      #expect(count > 350, "\(language.name)")
    }
  }
}
