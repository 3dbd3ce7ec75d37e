/// The time of day of a serial number, with the day it falls on, which rounding may have moved.
package struct TimeOfDay: Hashable, Sendable {
  /// The whole days of the serial number.
  package let serialDay: Int
  package let hour: Int
  package let minute: Int
  package let second: Int
  /// The fraction of the second, in units of the last decimal place asked for.
  package let fraction: Int

  /// Reads the time of day of a serial number, rounded to a count of decimal places of the second, at most 3.
  ///
  /// - Parameter first: The first day that a number may name.
  /// - Returns: `nil` for a number below that and for what lies after the last day that a number can name.
  package init?(of serial: Double, secondPlaces: Int = 0, from first: Int = 0) {
    guard serial >= Double(first), serial < 2_958_466 else { return nil }
    let unitsPerSecond = [1, 10, 100, 1000][min(max(secondPlaces, 0), 3)]
    var day = serial.rounded(.down)
    var units = ((serial - day) * 86_400 * Double(unitsPerSecond)).rounded()
    if units >= 86_400 * Double(unitsPerSecond) {
      units = 0
      day += 1
    }
    let total = Int(units)
    let seconds = total / unitsPerSecond
    serialDay = Int(day)
    hour = seconds / 3600
    minute = seconds / 60 % 60
    second = seconds % 60
    fraction = total % unitsPerSecond
  }

  /// The fraction of a day that a time of day is.
  package static func dayFraction(hour: Int, minute: Int, second: Double) -> Double {
    (Double(hour) * 3600 + Double(minute) * 60 + second) / 86_400
  }
}
