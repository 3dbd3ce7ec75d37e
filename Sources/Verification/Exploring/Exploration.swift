import CellModel
import Diagnostics
import LiveSheets

/// What an exploration of a sheet's states has found.
package struct Exploration {
  /// A check that some state breaks, with the shortest series of steps that leads there.
  package struct CounterExample {
    package var check: BrokenCheck
    /// The steps as a test writes them.
    package var steps: [String]
  }

  /// What was found wrong while the sheet ran, such as a loop of events, with the steps that first led there.
  package struct Finding {
    package var diagnostic: Diagnostic
    package var steps: [String]
  }

  /// How the states are spread over the pairs of a mode and values of its cells.
  package struct ModesCoverage {
    package struct Pair {
      package var mode: String
      package var values: [CellValue]
      /// Whether the mode asks for these values, always or in some state.
      package var isValid: Bool
      /// The steps that lead to the first state in which the mode asks for these values and the cells have them; `nil`
      /// when none was found.
      package var steps: [String]?
      /// The steps that lead to the first state in which the cells have these values and the mode asks for others.
      package var wrongSteps: [String]?
    }
    package var name: String
    package var cells: [String]
    package var pairs: [Pair]
  }

  /// A part of the sheet's state that still took new values when a limit ended the search.
  package struct Growth {
    /// What it is, as a sheet writes it or in words.
    package var name: String
    package var valueCount: Int
    package var kind: PlaceKind
  }

  /// The functions of the clock and of chance that the sheet calls: two states are one where only these tell them apart.
  package var unfollowed: [String] = []

  package var stateCount = 0
  /// How many steps were tried that could happen.
  package var stepCount = 0
  /// How many of the steps were made; the others had been made before with all that they read the same.
  package var madeCount = 0
  package var end = SearchEnd.allSeen
  /// What took the most values, where a limit ended the search.
  package var growth: [Growth] = []
  package var counterExamples: [CounterExample] = []
  package var findings: [Finding] = []
  package var modes: [ModesCoverage] = []
  /// All states and steps, where they were to be kept.
  package var graph: StateGraph?
  /// What did not take all values that it may have.
  package var tried = TriedValues()

  /// Whether what was not seen cannot happen, but for values that were not tried.
  package var isComplete: Bool {
    end == .allSeen && unfollowed.isEmpty && tried.inLateCalls.isEmpty
  }
}
