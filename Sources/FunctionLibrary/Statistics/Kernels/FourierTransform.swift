import Mathematics

/// The discrete Fourier transform of any count of complex numbers.
///
/// Counts that are powers of two go by the algorithm of Cooley and Tukey (1965), others by that of Bluestein (1970),
/// which turns them into a convolution of such a count. A transform takes O(*n* log *n*).
struct FourierTransform: Sendable {
  var real: [Double]
  var imaginary: [Double]

  /// Both parts hold equally many numbers.
  init(real: [Double], imaginary: [Double]) {
    self.real = real
    self.imaginary = imaginary
  }

  var count: Int { real.count }

  /// The sums of the numbers, turned by each multiple of a part of the circle; backwards also divided by the count.
  func transformed(backwards: Bool) -> FourierTransform {
    guard count > 1 else { return self }
    var result = self
    if backwards { result.imaginary = result.imaginary.map { -$0 } }
    if count & (count - 1) == 0 { result.transformPowerOfTwo() } else { result = result.convolved() }
    guard backwards else { return result }
    let n = Double(count)
    return FourierTransform(real: result.real.map { $0 / n }, imaginary: result.imaginary.map { -$0 / n })
  }

  /// The angle of a part of the circle, from a numerator below the denominator.
  private static func turn(_ numerator: Int, of denominator: Int) -> (cosine: Double, sine: Double) {
    let angle = 2 * Double.pi * Double(numerator) / Double(denominator)
    return (cos(angle), sin(angle))
  }

  private mutating func transformPowerOfTwo() {
    let n = count
    var reversed = 0
    for index in 1..<n {
      var bit = n >> 1
      while reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed |= bit
      if index < reversed {
        real.swapAt(index, reversed)
        imaginary.swapAt(index, reversed)
      }
    }
    let turns = (0..<n / 2).map { Self.turn($0, of: n) }
    var width = 2
    while width <= n {
      let half = width / 2
      let stride = n / width
      for start in Swift.stride(from: 0, to: n, by: width) {
        for offset in 0..<half {
          let (cosine, sine) = turns[offset * stride]
          let (upper, lower) = (start + offset, start + offset + half)
          let x = real[lower] * cosine + imaginary[lower] * sine
          let y = imaginary[lower] * cosine - real[lower] * sine
          (real[lower], imaginary[lower]) = (real[upper] - x, imaginary[upper] - y)
          (real[upper], imaginary[upper]) = (real[upper] + x, imaginary[upper] + y)
        }
      }
      width *= 2
    }
  }

  /// Bluestein: *jk* is half of *j*² + *k*² − (*k* − *j*)², so that a sum over *j* becomes a convolution.
  private func convolved() -> FourierTransform {
    let n = count
    var size = 1
    while size < 2 * n - 1 { size *= 2 }
    // The square is taken modulo 2n, where the angle repeats, so that no digits are lost.
    let chirp = (0..<n).map { Self.turn($0 * $0 % (2 * n), of: 2 * n) }
    var a = FourierTransform(real: Array(repeating: 0, count: size), imaginary: Array(repeating: 0, count: size))
    var b = a
    for index in 0..<n {
      let (cosine, sine) = chirp[index]
      a.real[index] = real[index] * cosine + imaginary[index] * sine
      a.imaginary[index] = imaginary[index] * cosine - real[index] * sine
      b.real[index] = cosine
      b.imaginary[index] = sine
      if index > 0 {
        b.real[size - index] = cosine
        b.imaginary[size - index] = sine
      }
    }
    a.transformPowerOfTwo()
    b.transformPowerOfTwo()
    for index in 0..<size {
      let x = a.real[index] * b.real[index] - a.imaginary[index] * b.imaginary[index]
      let y = a.real[index] * b.imaginary[index] + a.imaginary[index] * b.real[index]
      (a.real[index], a.imaginary[index]) = (x, y)
    }
    a = a.transformed(backwards: true)
    var result = self
    for index in 0..<n {
      let (cosine, sine) = chirp[index]
      result.real[index] = a.real[index] * cosine + a.imaginary[index] * sine
      result.imaginary[index] = a.imaginary[index] * cosine - a.real[index] * sine
    }
    return result
  }
}
