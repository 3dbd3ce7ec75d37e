/// The inputs of used sheets that follow something.
struct ModelBindings {
  private let bindings: [ModelForm.Binding]
  /// What each followed when it was last looked at.
  private var seen: [Int: Int?] = [:]

  init(_ form: ModelForm) {
    bindings = form.definitions.compactMap { if case .binding(let binding) = $0 { binding } else { nil } }
  }

  /// Sets inputs until nothing moves.
  ///
  /// - Returns: Whether anything has moved.
  mutating func settle(_ names: ModelFormula.Names, set: (String, Int?) -> Void) throws -> Bool {
    var hasMoved = false
    for _ in 0..<40 {
      var moves = false
      for (number, binding) in bindings.enumerated() {
        let new = try binding.isBothWays ? both(number, binding, names) : one(number, binding, names)
        guard let new else { continue }
        seen[number] = .some(new)
        var ends = [binding.input]
        if binding.isBothWays, case .name(let other) = binding.value { ends.append(other) }
        for end in ends where try names(end) != new {
          set(end, new)
          moves = true
        }
      }
      guard moves else { return hasMoved }
      hasMoved = true
    }
    throw ModelLimit.endlessInstant
  }

  /// What an input is set to that follows a value; `nil` where that is as it was.
  private func one(_ number: Int, _ binding: ModelForm.Binding, _ names: ModelFormula.Names) throws -> Int?? {
    let value = try binding.value.value(names)
    return seen[number] == .some(value) ? nil : .some(value)
  }

  /// What two inputs are set to that follow each other; the right one wins at first.
  private func both(_ number: Int, _ binding: ModelForm.Binding, _ names: ModelFormula.Names) throws -> Int?? {
    let (left, right) = (try names(binding.input), try binding.value.value(names))
    guard let former = seen[number] else { return .some(right) }
    if left == former && right == former { return nil }
    if left != former, right != former, left != right { throw ModelLimit.bothEndsAtOnce }
    return .some(left == former ? right : left)
  }
}
