import CellModel

/// A function as a program calls it for one cell after the other.
///
/// It does not keep the function: who has it has to have that, too, and as long.
package struct FunctionCall: Equatable {
  private let declaration: Unmanaged<SheetFunction.Declaration>

  package init(_ function: SheetFunction) { declaration = .passUnretained(function.declaration) }

  package static func == (one: FunctionCall, other: FunctionCall) -> Bool {
    one.declaration.toOpaque() == other.declaration.toOpaque()
  }

  /// Whether it gives the same to the same operands while no cell changes, wherever it is called, and reads all of them.
  @inline(__always)
  package var dependsOnlyOnOperands: Bool { declaration._withUnsafeGuaranteedRef { $0.rules.dependsOnlyOnOperands } }
  /// Whether that holds where the first and the third operand are of one size.
  @inline(__always)
  package var mayResizeThird: Bool { declaration._withUnsafeGuaranteedRef { $0.rules.mayResizeThird } }
  /// Whether a call gives an array that tells where its operands stand.
  @inline(__always)
  package var givesPlacesOfOperands: Bool { declaration._withUnsafeGuaranteedRef { $0.rules.givesPlacesOfOperands } }

  /// Whether it gives the same to the same operands, of which it may read no more than some elements.
  @inline(__always)
  package var mayReadParts: Bool { declaration._withUnsafeGuaranteedRef { $0.rules.mayReadParts } }

  /// Whether a call is made for each of many elements.
  @inline(__always)
  package func isRunForMany(_ operands: UnsafeBufferPointer<Operand>, atLeast least: Int) -> Bool {
    declaration._withUnsafeGuaranteedRef { declaration in
      let lifts = declaration.rules.liftedParameters
      return operands.indices.contains { place in
        place < lifts.count && lifts[place] && Self.isLong(operands[place], least)
      }
    }
  }

  private static func isLong(_ operand: borrowing Operand, _ least: Int) -> Bool {
    switch operand {
    case .value(.array(let array)): array.count >= least
    case .reference(let reference): reference.first.rows * reference.first.columns >= least
    default: false
    }
  }

  /// What the function makes of operands as they are; `nil` when there is more to a call with them.
  @inline(__always)
  package func result(of operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext) -> Operand? {
    takes(operands.count, in: context) ? resultOfBody(operands, in: context) : nil
  }
}

/// Calls for rows of a column; whoever makes them has asked ``takes(_:in:)``.
extension FunctionCall {
  /// Whether there is no more to a call with so many operands than the body, as far as that does not depend on them.
  @inline(__always)
  package func takes(_ count: Int, in context: any EvaluationContext) -> Bool {
    declaration._withUnsafeGuaranteedRef { declaration in
      guard declaration.takes(count) else { return false }
      return !declaration.rules.areSomeOfValues || (declaration.rules.askOnlyForKinds && context.hasOnlyPlainNumbers)
    }
  }

  /// What it is run with for plain numbers.
  package var numericBody: NumericBody? { bodies.numeric }
  /// What it is run with for values of columns.
  package var boxedBody: BoxedBody? { bodies.boxed }
  /// What it is run with for one key after the other.
  package var keyedBody: KeyedBody? { bodies.keyed }

  /// What it is run with in place of the ordinary call.
  package var bodies: ShortBodies { declaration._withUnsafeGuaranteedRef { ShortBodies($0) } }
  /// The same for so many arguments; none where it does not take so many.
  package func bodies(for count: Int) -> ShortBodies {
    declaration._withUnsafeGuaranteedRef { $0.takes(count) ? ShortBodies($0) : ShortBodies() }
  }

  /// Reads the operands that are the same for each key; `nil` where the ordinary call says more.
  ///
  /// - Parameter operands: All but the key.
  package func answer(
    _ body: KeyedBody, with operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext
  ) -> KeyedBody.Answer? {
    declaration._withUnsafeGuaranteedRef { declaration in
      guard
        operands.indices.allSatisfy({ declaration.takesWhole(operands[$0], at: $0 < body.key ? $0 : $0 + 1) })
      else { return nil }
      var call = Arguments(operands, in: context)
      do throws(CellError) { return try body.begin(&call) } catch { return nil }
    }
  }

  /// What the body makes of operands; `nil` when it is to be run for each of several values.
  @inline(__always)
  package func resultOfBody(_ operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext) -> Operand? {
    declaration._withUnsafeGuaranteedRef { declaration in
      guard operands.indices.allSatisfy({ declaration.takesWhole(operands[$0], at: $0) }) else { return nil }
      var call = Arguments(operands, in: context)
      do throws(CellError) { return try declaration.body(&call) } catch { return .value(.error(error)) }
    }
  }
}

extension SheetFunction.Declaration {
  /// Whether the body takes an operand as it is: one value, or a reference where it reads references itself.
  @inline(__always)
  fileprivate func takesWhole(_ operand: borrowing Operand, at position: Int) -> Bool {
    switch operand {
    case .value(.array): false
    case .value(.number(_, let kind)): kind == .plain || !rules.askOnlyForKinds
    case .deferred where rules.askOnlyForKinds: false
    case .value, .omitted, .deferred: true
    case .reference(let reference):
      position < rules.liftedParameters.count && !rules.liftedParameters[position] && !reference.isArray
    }
  }
}
