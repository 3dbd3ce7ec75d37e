import CellModel
import Diagnostics
import Engine
import FormulaSyntax
import SheetText

/// A check that does not hold.
package struct BrokenCheck: Sendable {
  package var label: String
  package var isAlways: Bool
  /// The place of its condition.
  package var span: SourceSpan
  /// The cells that the condition names, with what they show.
  package var values: [ValueLine]
  /// Why the condition has no value, if it is an error.
  package var reason: String?
}

/// A cell with what it shows, and how deep below the first one it lies.
package struct ValueLine: Sendable, Hashable {
  package var name: String
  package var text: String
  package var formula: String?
  package var depth: Int
  package var reason: String?
}

extension LiveSheet {
  package var checkCount: Int { checks.count }

  /// The checks that do not hold now; a condition that is an error counts as broken.
  package var brokenChecks: [BrokenCheck] {
    checks.compactMap { check in
      let value = engine.value(at: check.address)
      var reason: String?
      switch value {
      case .logical(let holds) where holds == check.definition.isAlways: return nil
      case .number(let number) where (number != 0) == check.definition.isAlways: return nil
      case .error(let error): reason = Self.words(for: error)
      case .logical, .number: break
      default: reason = "the condition is \(display(value, format: nil)), neither TRUE nor FALSE"
      }
      return BrokenCheck(
        label: check.definition.label.text, isAlways: check.definition.isAlways, span: check.definition.condition.span,
        values: values(in: atHome(check.definition.condition.tree, check.home)), reason: reason)
    }
  }

  /// An error value in words: its code, where it began, and why.
  package static func words(for error: CellError) -> String {
    var words = error.code.text
    if !error.origin.isEmpty { words += " from \(error.origin)" }
    if !error.message.isEmpty { words += ": \(error.message)" }
    return words
  }
}
