/// The digits of whole numbers in ASCII.
enum DecimalDigits {
  private static var pairs: StaticString {
    """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839\
    40414243444546474849505152535455565758596061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """
  }

  static func count(_ number: UInt64) -> Int { number == 0 ? 1 : DecimalNumber.digitCount(number) }

  /// Writes the last so many digits of a number, zeros before it where it has fewer.
  @inline(__always)
  static func write(_ number: UInt64, count: Int, to start: UnsafeMutablePointer<UInt8>) {
    let pairs = pairs.utf8Start
    var (rest, left) = (number, count)
    while left >= 2 {
      let pair = Int(truncatingIfNeeded: rest % 100) &* 2
      rest /= 100
      left &-= 2
      start[left] = pairs[pair]
      start[left &+ 1] = pairs[pair &+ 1]
    }
    if left == 1 { start[0] = Ascii.zero &+ UInt8(truncatingIfNeeded: rest % 10) }
  }
}
