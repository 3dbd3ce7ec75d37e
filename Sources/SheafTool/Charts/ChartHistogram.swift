/// How many numbers of a series lie in each of some classes of one width.
///
/// There are about as many classes as Sturges' rule asks for (1926), between round numbers.
struct ChartHistogram {
  /// The ends of the classes, from the lowest.
  let marks: [Double]
  let counts: [Int]

  /// - Parameter numbers: At least one.
  init(_ numbers: [Double]) {
    var classes = 1
    while 1 << (classes - 1) < numbers.count { classes += 1 }
    let scale = ChartScale(numbers, holdsZero: false, steps: classes)
    let marks = scale.marks
    var counts = Array(repeating: 0, count: marks.count - 1)
    for number in numbers {
      counts[min(Int(scale.share(of: number) * Double(counts.count)), counts.count - 1)] += 1
    }
    self.marks = marks
    self.counts = counts
  }
}
