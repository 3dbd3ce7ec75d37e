import CellModel
import Diagnostics
import SheetText

/// What became of something that was done to a sheet from outside: a line of the prompt, a step of a test, an event.
package enum Outcome {
  /// Inputs, constants or rows were changed, or something happened.
  case done
  /// Cells were defined; what is wrong with the definitions comes beside them.
  case defined([CellInfo], [Diagnostic], SourceText)
  /// An expression's value, and how it is shown.
  case value(CellValue, text: String)
  /// Conditions, which whoever tests the sheet judges.
  case expected([Expectation], SourceText)
  /// What was entered may mean something else than it seems to; it is carried out as it stands.
  case noted([Diagnostic], SourceText)
  /// The text has nothing in it.
  case nothing
  /// A bracket is open: the next line belongs to this one.
  case incomplete
  /// An action was not enabled, so nothing but `refused` happened; the words say why.
  case ignored(String)
  /// Nothing was changed; the place is in the text that was entered, where that says more than this.
  case refused(Refusal, at: SourceSpan? = nil)
  /// Nothing was changed; the places are in a text, or, without one, in that of the step.
  case failed([Diagnostic], SourceText?)

  /// Whether something was done that has no value of its own.
  package var isDone: Bool { if case .done = self { true } else { false } }

  /// Whether cells were defined, or something else that the sheet has from now on.
  package var isDefinition: Bool { if case .defined = self { true } else { false } }
}
