import CellModel
import Functions

/// How many cells of an area hold what.
struct KindCounts {
  private(set) var numbers = 0
  /// Cells that hold anything but an array.
  private(set) var filled = 0
  private(set) var errors = 0

  /// The counts of the cells of a long column that are not left out; `nil` for any other area, and where cells hold arrays.
  static func ofColumn(
    _ area: Area, but leftOut: CellSelection.LeftOut? = nil, in context: any EvaluationContext
  ) -> KindCounts? {
    guard let leftOut, !leftOut.isEmpty else {
      return ColumnProgress.state(of: area, in: context, from: KindCounts()) { $0.read($1, in: context).isEmpty }
    }
    return ColumnProgress.state(of: area, in: context, from: KindCounts(), by: leftOut.omissions) { counts, rows in
      var read = counts
      for part in leftOut.parts(of: context.used(rows)) where !read.read(part, in: context).isEmpty { return false }
      counts = read
      return true
    }
  }

  /// Counts what the cells of an area hold, and gives the arrays in them.
  mutating func read(_ area: Area, in context: any EvaluationContext) -> [CellArray] {
    var counts = self
    var held: [CellArray] = []
    context.forEachRun(in: area) { _, _, run in
      for box in run {
        if box.isNumber {
          counts.numbers += 1
        } else if box.isBlank {
          continue
        } else if box.kind == .error {
          counts.errors += 1
        } else if box.kind == .array, case .array(let array) = context.unboxed(box) {
          held.append(array)
          continue
        }
        counts.filled += 1
      }
    }
    self = counts
    return held
  }
}

/// How many cells of an area are neither blank nor hold the empty text.
struct ShownCells {
  private(set) var count = 0

  init() {}

  init(of area: Area, in context: any EvaluationContext) {
    let known = ColumnProgress.state(of: area, in: context, from: ShownCells()) {
      $0.read($1, in: context)
      return true
    }
    if let known { self = known } else { read(area, in: context) }
  }

  private mutating func read(_ area: Area, in context: any EvaluationContext) {
    var count = count
    context.forEachRun(in: area) { _, _, run in
      for box in run where !box.isBlank {
        if box.kind == .text, case .text(let text) = context.unboxed(box), text.isEmpty { continue }
        count += 1
      }
    }
    self.count = count
  }
}
