import CellModel
import Functions

/// Counting of values among arguments, whatever the values are.
///
/// Numbers are those that ``Numbers`` would see; a direct text counts as a number when it can be read as one, and no error
/// ends the counting.
struct CellCounts {
  var numbers = 0
  /// Values that are not blank; the empty text is one.
  var filled = 0

  init(_ operands: [Operand], in context: any EvaluationContext) {
    for operand in operands { add(operand, in: context) }
  }

  private mutating func add(_ operand: Operand, in context: any EvaluationContext) {
    switch operand {
    case .omitted:
      numbers += 1
      filled += 1
    case .deferred(let deferred): add(deferred.operand, in: context)
    case .value(.array(let array)):
      add(array)
      // What was computed is no blank cell, even where it came out of one: COUNTA(UNIQUE(A1:A9)) counts the blank, too.
      if let few = array.few {
        filled += few.count { $0.isBlank }
        return
      }
      if let parted = array.parted {
        filled += parted.count { $0.isBlank }
        return
      }
      if array.lazy != nil { return }
      filled += array.boxed?.boxes.count { $0.isBlank } ?? array.elements.count { $0.isBlank }
    case .value(let value):
      if !value.isBlank { filled += 1 }
      switch value {
      case .number, .logical: numbers += 1
      case .text(let text): if TypedText.number(text) != nil { numbers += 1 }
      default: break
      }
    case .reference(let reference):
      for area in reference.areas { add(area, in: context) }
    }
  }

  private mutating func add(_ array: CellArray) {
    if let few = array.few {
      numbers += few.count { $0.isNumber }
      filled += few.count { !$0.isBlank }
      return
    }
    if let parted = array.parted {
      numbers += parted.count { $0.isNumber }
      filled += parted.count { !$0.isBlank }
      return
    }
    if array.lazy != nil {
      numbers += array.count
      filled += array.count
      return
    }
    if let boxed = array.boxed {
      for box in boxed.boxes {
        if box.isNumber { numbers += 1 }
        if !box.isBlank { filled += 1 }
      }
      return
    }
    for element in array.elements {
      switch element {
      case .number:
        numbers += 1
        filled += 1
      case .blank: break
      case .array(let inner): add(inner)
      default: filled += 1
      }
    }
  }

  private mutating func add(_ area: Area, in context: any EvaluationContext) {
    if let counts = KindCounts.ofColumn(area, in: context) { return add(counts) }
    var counts = KindCounts()
    let held = counts.read(area, in: context)
    add(counts)
    for array in held { add(array) }
  }

  private mutating func add(_ counts: KindCounts) {
    numbers += counts.numbers
    filled += counts.filled
  }

  /// How many cells of a range are blank or hold the empty text.
  static func blanks(in range: CellRange) -> Int {
    switch range.storage {
    case .array(let array): return array.elements.reduce(0) { $0 + (isBlankOrEmpty($1) ? 1 : 0) }
    case .area(let area): return range.count - ShownCells(of: area, in: range.context).count
    }
  }

  private static func isBlankOrEmpty(_ value: CellValue) -> Bool {
    switch value {
    case .blank: true
    case .text(let text): text.isEmpty
    default: false
    }
  }
}
