/// Whether a condition holds: of a guard, a check, an input, an action, an expectation or a stream.
///
/// TRUE and every number but 0 hold; FALSE, 0 and blank, which is FALSE where a condition is asked for, do not. An error
/// value, a text, a record and a LAMBDA are no conditions. An array is a condition for each of its elements: it holds when
/// all of them hold, and does not when none does; when only some hold, it is undecided, so that `always` and `never` are
/// both broken by it. What is no condition does not hold, and whoever asked reports why. Functions read their arguments
/// by ``CellValue/asLogical()`` instead, which reads texts, too.
package enum Truth: Hashable, Sendable {
  case holds
  case doesNotHold
  case undecided(Reason)

  /// Why a value is no condition.
  package enum Reason: Hashable, Sendable {
    case error(CellError)
    /// An array of which some elements hold and others do not.
    case mixed
    /// A value that is neither TRUE nor FALSE.
    case otherType
  }

  package init(_ value: CellValue) {
    switch value {
    case .logical(let logical): self = logical ? .holds : .doesNotHold
    case .number(let number, _): self = number != 0 ? .holds : .doesNotHold
    case .blank: self = .doesNotHold
    case .error(let error): self = .undecided(.error(error))
    case .text, .record, .lambda: self = .undecided(.otherType)
    case .array(let array): self = Truth(of: array)
    }
  }

  /// What the elements of an array have in common; the first that is no condition decides.
  private init(of array: CellArray) {
    var isMixed = false
    let first = Truth(array.first)
    if case .undecided = first {
      self = first
      return
    }
    for element in array.elements.dropFirst() {
      let truth = Truth(element)
      if case .undecided = truth {
        self = truth
        return
      }
      isMixed = isMixed || truth != first
    }
    self = isMixed ? .undecided(.mixed) : first
  }

  /// Whether it holds; what is no condition does not.
  package var isHolding: Bool { self == .holds }

  /// Whether a check asks for it: `always` that it holds, `never` that it does not. What is no condition satisfies neither.
  package func satisfies(never isNever: Bool) -> Bool { self == (isNever ? .doesNotHold : .holds) }
}
