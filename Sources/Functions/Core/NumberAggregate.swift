/// What a function makes of the numbers of its one range, for engines that go through a column of such calls in one way.
///
/// A declaration names it beside its body, which must give the same bits for every range that holds no error and no array:
/// each stands for the ``NumberFold`` of its name, and where that has no result, the body says what there is.
public enum NumberAggregate: UInt8, Sendable, Hashable, CaseIterable {
  /// ``Total``.
  case sum
  /// ``PlainSum``: what a sum begins with that goes on with other numbers. No declaration names it.
  case startedSum
  /// ``CountedSum``.
  case mean
  /// ``NumberCount``.
  case count
  /// ``CountedProduct``.
  case product
  /// ``Largest``.
  case largest
  /// ``Smallest``.
  case smallest
}
