import CellModel
import Diagnostics
import Engine
import Formulas
import SheetText

/// Performing the steps of tests and of the prompt that change values.
extension LiveSheet {
  /// Performs one step; an `expect` is not one of these.
  ///
  /// - Parameter home: The name on the `sheet` line above the test; addresses that stand alone lie there.
  package func perform(_ step: TestStep, home: String? = nil) -> Outcome {
    let reader = StepReader(sheet: self, home: home)
    do throws(Refusal) {
      switch step.kind {
      case .wait(let seconds):
        guard case .number(let number, _) = reader.value(seconds), number >= 0 else {
          return .failed([LiveFinding.badWait(at: seconds.span).diagnostic], nil)
        }
        advance(by: number)
        return .done
      case .given(let service, let answer): try services.given(service.text, reader.answer(answer))
      case .expect: break
      default:
        runDueTimers()
        switch reader.prepared(step) {
        case .ready(let changes): return perform(changes)
        case .not(let outcome): return outcome
        }
      }
      return .done
    } catch { return .refused(error) }
  }

  /// Performs changes in one instant.
  ///
  /// - Parameter note: Called for each change by hand: before a value is set or a row deleted, behind an insertion.
  func perform(_ changes: [PreparedChange], noting note: (PreparedChange) -> Void = { _ in }) -> Outcome {
    var ignored: String?
    change {
      // What is set is there, and rows are where they will be, before anything is triggered.
      for change in changes {
        switch change.effect {
        case .set(let taken):
          note(change)
          engine.setConstant(taken.value, at: taken.cell.address)
        case .insert(let table, let position, let values):
          rows(ofTable: table).insert(at: position, values)
          note(change)
        case .delete(let table, let row):
          note(change)
          rows(ofTable: table).delete(at: row)
        case .trigger, .stop, .answer: break
        }
      }
      for change in changes {
        switch change.effect {
        case .trigger(let trigger, let arguments):
          if case .ignored(let words) = timeline.perform(trigger, arguments) { ignored = words }
        case .stop(let instance, let action):
          if let words = timeline.actions.stop(action, of: instance) { ignored = words }
        case .answer(let call, let answer): timeline.work.answer(call, answer)
        case .set, .insert, .delete: break
        }
      }
    }
    return ignored.map { .ignored($0) } ?? .done
  }

  /// A target as it is written, which is how cells are looked up.
  package func path(_ formula: SheetFormula, _ home: String?) -> String { placing.atHome(formula.tree, home).text() }

}
