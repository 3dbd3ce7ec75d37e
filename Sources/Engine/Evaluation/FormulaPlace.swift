import CellModel

/// Where the code that runs stands: the references of its formula, and what they are relative to.
struct FormulaPlace {
  let references: ArraySlice<GroupReference>
  /// The cell whose formula runs, or whose LAMBDA does.
  var origin: CellAddress

  init(references: ArraySlice<GroupReference>, origin: CellAddress) {
    self.references = references
    self.origin = origin
  }

  /// Where a LAMBDA was made.
  init(of closure: LambdaClosure) { self.init(references: closure.references[...], origin: closure.origin) }

  /// A reference by its number in the program.
  @inline(__always)
  func reference(at number: Int) -> GroupReference { references[references.startIndex + number] }
}
