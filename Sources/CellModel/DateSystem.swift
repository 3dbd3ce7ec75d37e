/// Which day has the serial number 1.
public enum DateSystem: Sendable, Hashable {
  /// 1 is 1 January 1900, and 60 is the 29 February 1900 that never was, as in Excel for Windows.
  case from1900
  /// 0 is 1 January 1904, as in old workbooks of Excel for the Mac.
  case from1904
  /// 0 is 30 December 1899, and every day is one of the Gregorian calendar, as in OpenDocument: from March 1900 on the numbers
  /// are those of ``from1900``, and earlier days have negative ones.
  case from1899

  /// The days by which a number of the first system is larger than that of the same day in the second.
  package static let daysBetween = 1_462.0
}
