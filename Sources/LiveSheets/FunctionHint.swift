import Diagnostics
import Functions

/// What somebody may have meant by the name of a function that is not there.
package struct FunctionHint: Sendable, Hashable {
  /// The name to write instead.
  package var name: String
  /// The language in which the name means that function.
  package var language: FormulaLanguage?

  /// The name as a diagnostic suggests it; `nil` where it has more to say.
  var suggestion: String? { language == nil ? name : nil }

  /// The hint in the words of a diagnostic's help.
  package var words: String {
    guard let language else { return Diagnostic.didYouMean(name) }
    return "that is \(language.name) for \(name)"
  }

  /// Looks for a name in other languages first, and then for a near one.
  ///
  /// - Parameter others: Names beside those of the catalog, which are preferred when they are as near.
  package init?(for name: String, in catalog: FunctionCatalog, others: [String] = []) {
    let meanings = FunctionNames.meanings(of: name).filter { catalog.function(named: $0.name) != nil }
    if let meaning = meanings.first {
      self.name = meaning.name
      language = meaning.language
    } else if let near = NearNames.suggestion(for: name, among: others + catalog.names) {
      self.name = near
    } else {
      return nil
    }
  }
}
