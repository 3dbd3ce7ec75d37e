import CellModel
import Functions

/// A text that is put together from those of single values: their bytes stand in one place, and the text is made once.
///
/// What is longer, or no single value, is left to the operator `&`, which says what is wrong and counts what it costs.
final class TextLine {
  /// Longer texts cost steps.
  private static let limit = 255
  private let room: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var bytes: TextBytes

  init() {
    room = .allocate(capacity: Self.limit)
    bytes = TextBytes(at: room, room: Self.limit)
  }

  deinit { room.deallocate() }

  /// Begins a text anew.
  @inline(__always)
  func begin() { bytes.removeAll() }

  /// What was put together.
  @inline(__always)
  var text: String { bytes.text }

  /// Appends the text of a box; `false` where there is more to it.
  @inline(__always)
  func append(_ box: BoxedValue, _ slots: BoxedSlots) -> Bool {
    if box.isNumber { return bytes.append(box.number) }
    if box.isMade, box.kind == .lambda { return false }
    if box.hasSlot { return append(slots.at(box).pointee) }
    return box.isOmitted || append(slots.value(box))
  }

  /// Appends the text of a value; `false` where there is more to it.
  func append(_ value: borrowing CellValue) -> Bool { bytes.append(value) }
}

extension Evaluator {
  /// The number of the row in which the formula stands.
  var ownRow: Operand { .value(.number(Double(origin.row + 1))) }

  /// What operands come to that are put together, and by what function of a program, if by one.
  ///
  /// By itself, so that it takes no room in the frame of the machine, of which many lie upon each other.
  @inline(never)
  func join(_ operands: UnsafeBufferPointer<Operand>, _ function: Int?, in code: Program.Code) -> Operand {
    var result = joined(operands) ?? joined(operands, by: function.map { code.functions + $0 })
    count(&result)
    return result
  }

  /// The texts of some operands, one after the other; `nil` where one of them is more than a single value.
  func joined(_ operands: UnsafeBufferPointer<Operand>) -> Operand? {
    let line = machine.line
    line.begin()
    for operand in operands {
      switch operand {
      case .value(let value): guard line.append(value) else { return nil }
      case .omitted: continue
      case .deferred, .reference: return nil
      }
    }
    return .value(.text(line.text))
  }

  /// What a function makes of some operands, or the operator `&` of one after the other.
  func joined(_ operands: UnsafeBufferPointer<Operand>, by function: UnsafePointer<SheetFunction>?) -> Operand {
    if let function { return function.pointee(operands, in: self) }
    return operands.dropFirst().reduce(operands[0]) { binary(.concatenate, $0, $1, isFinal: false) }
  }
}
