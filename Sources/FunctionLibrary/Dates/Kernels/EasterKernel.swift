/// The date of Easter in the Gregorian calendar.
enum EasterKernel {
  /// The month and day of Easter Sunday, by the anonymous Gregorian algorithm in Jean Meeus, "Astronomical Algorithms".
  static func sunday(of year: Int) -> (month: Int, day: Int) {
    let a = year % 19
    let b = year / 100
    let c = year % 100
    let f = (b + 8) / 25
    let g = (b - f + 1) / 3
    let h = (19 * a + b - b / 4 - g + 15) % 30
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
    let m = (a + 11 * h + 22 * l) / 451
    let n = h + l - 7 * m + 114
    return (n / 31, n % 31 + 1)
  }
}
