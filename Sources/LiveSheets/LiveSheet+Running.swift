import CellModel
import Diagnostics
import Formulas
import SheetText

/// Making things happen from the prompt.
extension LiveSheet {
  /// Whether anything in this sheet can happen at a time.
  package var isInTime: Bool { !timeline.isEmpty }

  /// Moves the sheet's time on, up to the next timer, so that what happens next happens then.
  ///
  /// No formula is evaluated: what follows the clock is brought up to date by the next change.
  package func moveClock(to time: SheetTime) {
    timeline.time.move(to: min(time, nextTimer ?? time))
  }

  /// Triggers an action or fires an event by its path; what it is given is written as between the parentheses of a call.
  package func run(_ path: String, given text: String, named source: String = "prompt") -> Outcome {
    PromptTriggers(sheet: self).run(path, given: text, named: source)
  }
}

extension TestStep {
  /// Whether the step changes what a person has entered, and does not only make something happen.
  var isEdit: Bool {
    switch kind {
    case .assign, .clear, .insert, .delete, .expect: true
    case .trigger, .answer, .given, .wait, .stop: false
    case .instant(let steps): steps.contains(where: \.isEdit)
    }
  }
}
