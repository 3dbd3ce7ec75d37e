import Diagnostics
import Functions

/// What somebody may have meant by the name of a function that is not there.
package struct FunctionHint: Sendable, Hashable {
  /// The name to write instead.
  package var name: String
  /// The language in which the name means that function.
  package var language: FormulaLanguage?

  /// What does the same where no function does.
  private var advice: String?

  /// The name as a diagnostic suggests it; `nil` where it has more to say.
  var suggestion: String? { language == nil && advice == nil ? name : nil }

  /// The hint in the words of a diagnostic's help.
  package var words: String {
    if let advice { return advice }
    guard let language else { return Diagnostic.didYouMean(name) }
    return "that is \(language.name) for \(name)"
  }

  /// Looks for a name in other languages first, then in other programs, and then for a near one.
  ///
  /// - Parameter others: Names beside those of the catalog, which are preferred when they are as near.
  package init?(for name: String, in catalog: FunctionCatalog, others: [String] = []) {
    let meanings = FunctionNames.meanings(of: name).filter { catalog.function(named: $0.name) != nil }
    if let meaning = meanings.first {
      self.name = meaning.name
      language = meaning.language
    } else if let equivalent = ForeignFunctions.equivalent(of: name), catalog.function(named: equivalent) != nil {
      self.name = equivalent
    } else if let advice = ForeignFunctions.advice(for: name) {
      self.name = name
      self.advice = advice
    } else if let near = NearNames.suggestion(for: name, among: others + catalog.names) {
      self.name = near
    } else {
      return nil
    }
  }
}
