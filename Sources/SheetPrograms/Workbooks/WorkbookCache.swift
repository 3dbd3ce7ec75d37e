import Synchronization
import Workbooks

/// What reads used workbooks and tables: how separated values are read, and the workbooks that were read last.
///
/// A sheet that is loaded again and again reads a workbook once as long as the file stays the same. It may be asked on any
/// thread.
package final class WorkbookCache: Sendable {
  private struct Entry {
    let name: String
    let bytes: [UInt8]
    let workbook: Workbook
  }

  /// How many are kept, the one that was asked for last behind the others.
  private static let most = 4

  /// How files of separated values are read.
  private let options: WorkbookReader.Options
  private let entries = Mutex<[Entry]>([])

  package init(reading options: WorkbookReader.Options = WorkbookReader.Options()) { self.options = options }

  /// A file of separated values as a table.
  ///
  /// - Parameters:
  ///   - name: What the file is called; its ending may tell what separates the values.
  ///   - rule: How the fields of a column are read, and what it may hold.
  package func table(
    _ bytes: [UInt8], named name: String, rule: (String) -> ColumnRule
  ) throws(CSVError) -> TableFile {
    try TableFile(bytes, options.named(name), rule: rule)
  }

  /// What a file holds.
  ///
  /// - Complexity: A comparison of the bytes where the file was read before.
  package func workbook(_ bytes: [UInt8], named name: String) throws(WorkbookFault) -> Workbook {
    if let known = known(bytes, name) { return known }
    let workbook = try WorkbookReader.workbook(bytes, named: name, options)
    entries.withLock { entries in
      entries.removeAll { $0.name == name }
      if entries.count == Self.most { entries.removeFirst() }
      entries.append(Entry(name: name, bytes: bytes, workbook: workbook))
    }
    return workbook
  }

  private func known(_ bytes: [UInt8], _ name: String) -> Workbook? {
    entries.withLock { entries in
      guard let place = entries.firstIndex(where: { $0.name == name && $0.bytes == bytes }) else { return nil }
      let entry = entries.remove(at: place)
      entries.append(entry)
      return entry.workbook
    }
  }
}
