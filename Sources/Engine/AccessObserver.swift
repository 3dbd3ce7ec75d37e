import CellModel

/// Who is told which cells are read and written from outside of formulas.
///
/// What formulas read is not told: their cells depend on it, and the graph knows.
package protocol AccessObserver: AnyObject {
  /// The value of some cells was asked for.
  func didRead(_ area: Area)
  /// A value was asked for that depends on more than the cells it names: the clock, chance, or what a text names.
  func didReadMore()
  func didWrite(_ address: CellAddress)
}
