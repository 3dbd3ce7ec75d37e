import CellModel

/// About how many bytes contents hold outside of themselves, for somebody who must not keep too many of them.
///
/// What several contents share by reference counts for each of them: the most is told, not the least.
extension StateContent {
  package var heldBytes: Int {
    switch self {
    case .value(let value): value.heldBytes
    case .memory(let memory): memory.value.heldBytes
    case .rows(let table): table.rows.reduce(0) { $0 + $1.heldBytes }
    case .row(let row): row?.heldBytes ?? 0
    case .pendingWork(let work): work.heldBytes
    case .cycles(let values): values.count * (MemoryLayout<CellAddress>.stride + MemoryLayout<CellValue>.stride)
    }
  }
}

extension TableContents.Row {
  package var heldBytes: Int {
    64 + cells.heldBytes + memory.reduce(0) { $0 + MemoryLayout<StreamMemory>.stride + $1.value.heldBytes }
  }
}

extension PendingWork {
  fileprivate var heldBytes: Int {
    guard !isEmpty else { return 0 }
    let inRuns = runs.reduce(0) { bytes, run in
      bytes + run.inputs.heldBytes
        + run.answers.reduce(0) {
          $0 + MemoryLayout<Answer>.stride + ($1.value?.heldBytes ?? 0) + $1.held.heldBytes
        }
    }
    return timers.count * MemoryLayout<Timer>.stride + runs.count * MemoryLayout<Run>.stride
      + held.count * MemoryLayout<Held>.stride + calls.count * MemoryLayout<Call>.stride
      + calls.reduce(0) { $0 + $1.arguments.heldBytes } + inRuns + 96
  }
}

extension CellValue {
  fileprivate var heldBytes: Int {
    switch self {
    case .text(let text): text.utf8.count < 16 ? 0 : text.utf8.count + 32
    case .array(let array): 32 + (array.boxed?.heldBytes ?? array.elements.heldBytes)
    case .record(let record): 96 + record.values.heldBytes + record.names.count * MemoryLayout<String>.stride
    default: 0
    }
  }
}

extension BoxedElements {
  fileprivate var heldBytes: Int { boxes.count * MemoryLayout<BoxedValue>.stride + others.heldBytes }
}

extension [CellValue] {
  fileprivate var heldBytes: Int { reduce(count * MemoryLayout<CellValue>.stride) { $0 + $1.heldBytes } }
}
