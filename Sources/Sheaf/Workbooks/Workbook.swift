import CellModel
import Conversion
import Engine
import Foundation
import Hosting
import LiveSheets
import LiveWorkbooks
import ReactiveCore
import Workbooks

/// A workbook that computes: the cells of an Excel or OpenDocument file as properties.
///
/// ```swift
/// let model = try Workbook("model.xlsx")
/// model["Summary!C10"].producer.startWithValues { print($0) }
/// try model.set("Inputs!B2", to: 0.07)                        // prints the new value of Summary!C10
/// let rate = model.input("Inputs!B2", as: Double.self)        // or a property that can be set and bound
/// rate <~ slider.value
/// print(model.differences)                                    // where the file and a recalculation disagree
/// try model.save(to: "new.xlsx")                              // all else in the file stays as it is
/// ```
///
/// A cell is called as formulas call it: `Inputs!B2`, `'My sheet'!A1:B9`, `Orders[Total]`, or a name of the workbook; an address
/// without a sheet is on the first one. Each change takes effect together with all that follows from it, so whoever reads
/// or observes sees settled values only. A number that is shown as a date, a time or a percentage is one, and days count as in sheets,
/// whichever calendar the file has. A workbook may be used from any thread.
public final class Workbook: @unchecked Sendable {
  private let live: LiveWorkbook
  /// The file as it is, with all that was saved.
  private var file: [UInt8]
  /// The endings under which it is saved as it was but for what was set.
  private let ownEndings: [String]
  private let changes: WorkbookChanges
  private let followed: FollowedAreas
  private let host: GraphHost<Area, CellValue>
  private let inputs = InputProperties()
  private let refusalPipe = Signal<SetError, Never>.pipe()
  /// Where a recalculation of the whole workbook gave another value than the one stored in the file, first causes only.
  public let differences: [Difference]

  /// A cell whose stored value is another than the computed one.
  public struct Difference: Sendable, Hashable {
    public let cell: String
    /// What the file holds for the cell.
    public let stored: CellValue
    /// What its formula gives here.
    public let computed: CellValue
  }

  /// Loads and computes a workbook: `.xlsx`, `.xlsm`, `.xltx`, `.ods`, `.fods`, `.csv` or `.tsv`.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - catalog: The functions that formulas may call; add families of your own with ``FunctionCatalog/adding(_:)``.
  /// - Throws: ``WorkbookError`` when there is no such file, or when it is no workbook that can be read.
  public convenience init(_ path: String, catalog: FunctionCatalog = .standard) throws(WorkbookError) {
    try self.init(try Self.bytes(at: path), named: path, catalog: catalog)
  }

  private static func bytes(at path: String) throws(WorkbookError) -> [UInt8] {
    do { return Array(try Data(contentsOf: URL(filePath: path))) } catch {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw WorkbookError("there is no file named \(path)")
      }
      throw WorkbookError(
        isFolder.boolValue
          ? "\(path) is a folder" : "\(path) cannot be read: \(error.localizedDescription)")
    }
  }

  /// Loads and computes a workbook from the bytes of its file.
  ///
  /// - Parameter name: What the file is called; its ending tells separated values from anything else.
  /// - Throws: ``WorkbookError`` when the bytes are no workbook that can be read.
  public init(_ bytes: [UInt8], named name: String, catalog: FunctionCatalog = .standard) throws(WorkbookError) {
    let contents: Workbooks.Workbook
    do throws(WorkbookFault) { contents = try WorkbookReader.workbook(bytes, named: name) } catch {
      throw WorkbookError("\(name): \(error.words)", help: error.help)
    }
    let live = LiveWorkbook(contents, catalog: catalog)
    live.recalculate()
    file = bytes
    ownEndings = FileEnding.holdsSeparatedValues(name) ? [] : WorkbookEdit.endings(of: bytes)
    differences = StoredValueComparison(live).firstCauses.map { cause in
      Difference(cell: live.name(of: cause.cell), stored: cause.stored, computed: cause.computed)
    }
    let changes = WorkbookChanges(live)
    let followed = FollowedAreas(changes)
    (self.live, self.changes, self.followed) = (live, changes, followed)
    host = GraphHost { sets in
      for set in sets { live.set(set.value, at: set.key.topLeft) }
      live.recalculate()
      return followed.keys()
    } read: {
      live.shownValue(in: $0)
    } areEqual: {
      $0 == $1
    }
  }

  // MARK: Reading

  /// The names of the sheets, in their order.
  public var sheetNames: [String] { live.contents.sheets.map(\.name) }

  /// The value of a cell, or of a range as an array; `#NAME?` for what is not there.
  public func value(of path: String) -> CellValue {
    host.read { live.area(path).map { live.shownValue(in: $0) } ?? Self.missing(path) }
  }

  /// The value of a cell as it is displayed, in its number format.
  public func text(of path: String) -> String {
    host.read {
      guard let area = live.area(path) else { return ErrorCode.name.text }
      let value = live.engine.value(at: area.topLeft)
      return ValueText(dates: live.contents.dateSystem).shown(value, format: live.numberFormat(at: area.topLeft))
    }
  }

  /// The formula of a cell as Excel shows it, without `=`; `nil` for a constant.
  public func formula(of path: String) -> String? {
    host.read { live.area(path).flatMap { live.formula(at: $0.topLeft) } }
  }

  /// The value of a cell or a range as a property, which completes when the workbook is released.
  ///
  /// A path that names nothing gives a constant `#NAME?` and is told on ``refusals``; ``cell(_:)`` throws instead.
  public subscript(path: String) -> Property<CellValue> {
    host.read {
      guard let area = live.area(path) else {
        report(SetError(path, "there is no cell, range or name \(path)"))
        return Property(value: Self.missing(path))
      }
      followed.follow(area)
      return host.output(area)
    }
  }

  /// The value of a cell or a range as a property.
  ///
  /// - Throws: ``SetError`` when the path names nothing.
  public func cell(_ path: String) throws(SetError) -> Property<CellValue> {
    guard host.read({ live.area(path) != nil }) else {
      throw SetError(path, "there is no cell, range or name \(path)")
    }
    return self[path]
  }

  /// The value of a cell as a property of a Swift type, which it has now.
  ///
  /// - Throws: ``SetError`` when the path names nothing, or a cell whose value is an error or of another kind.
  public func cell<Value: CellRepresentable>(_ path: String, as type: Value.Type) throws(SetError) -> Property<Value> {
    try cell(path).asValues(of: type, named: path)
  }

  private static func missing(_ path: String) -> CellValue {
    .error(.name("There is no cell, range or name \(path)."))
  }

  // MARK: Setting

  /// Sets a constant.
  ///
  /// - Throws: ``SetError`` when there is no such cell, when it has a formula, when the value is none of a cell, or when
  ///   the workbook's own rule for typing refuses it; the old value stays.
  public func set(_ path: String, to value: CellValue) throws(SetError) {
    try host.perform { () throws(SetError) in
      try put([(path, try settable(path, value), value)])
      return ((), followed.keys())
    }
  }

  /// Sets several constants in one instant, all of them or none.
  ///
  /// - Throws: ``SetError`` for a value that is refused, and then nothing is changed.
  public func set(_ values: [String: CellValue]) throws(SetError) {
    try host.perform { () throws(SetError) in
      var cells: [(path: String, cell: CellAddress, value: CellValue)] = []
      for (path, value) in values { cells.append((path, try settable(path, value), value)) }
      try put(cells)
      return ((), followed.keys())
    }
  }

  /// Sets cells; where the workbook's own rule for typing refuses one of them, all hold again what they held.
  private func put(_ cells: [(path: String, cell: CellAddress, value: CellValue)]) throws(SetError) {
    let before = cells.map { ($0.cell, live.engine.value(at: $0.cell)) }
    for (_, cell, value) in cells { live.set(value, at: cell) }
    live.recalculate()
    guard live.hasTypingRules else { return }
    for (path, cell, _) in cells {
      guard case .against(let words, _, isStop: true) = live.judgement(ofTypingAt: cell, named: path) else { continue }
      for (cell, value) in before { live.restore(value, at: cell) }
      live.recalculate()
      throw SetError(path, words)
    }
  }

  /// A constant as a property that can be set and bound; it lives as long as the workbook.
  ///
  /// A value that the cell does not accept leaves it as it was and is sent on ``refusals``.
  public func input(_ path: String) -> MutableProperty<CellValue> {
    host.read {
      guard let area = live.area(path), area.isSingleCell, !live.engine.formulas.hasFormula(at: area.topLeft) else {
        return self[path].view {
          $0
        } set: { [weak self] _ in
          self?.report(SetError(path, "\(path) cannot be set"))
        }
      }
      return inputs.property(of: area) {
        followed.follow(area)
        return host.input(area) { [weak self] value in
          do throws(SetError) {
            _ = try self?.settable(path, value)
            return value
          } catch {
            self?.report(error)
            return nil
          }
        }
      }
    }
  }

  /// A constant as a property of a Swift type that can be set and bound.
  public func input<Value: CellRepresentable>(_ path: String, as type: Value.Type) -> MutableProperty<Value> {
    inputs.property(input(path), as: type)
  }

  /// Sends why an ``input(_:)`` did not take a value, and which paths given to the subscript name nothing.
  public var refusals: Signal<SetError, Never> { refusalPipe.output }

  private func report(_ error: SetError) {
    host.afterwards { [refusalPipe] in refusalPipe.input.send(value: error) }
  }

  private func settable(_ path: String, _ value: CellValue) throws(SetError) -> CellAddress {
    guard let area = live.area(path) else { throw SetError(path, "there is no cell, range or name \(path)") }
    if let obstacle = live.obstacle(toSetting: area) { throw SetError(path, obstacle.words(for: path)) }
    switch value {
    case .array, .record, .lambda: throw SetError(path, "\(path) cannot hold \(value)")
    default: return area.topLeft
    }
  }

  /// The cells whose formulas are not computed and keep their stored values although what was set may change them, each with
  /// why: they call a function that is not there, or read another workbook of which nothing is stored.
  public var staleCells: [String: String] {
    host.read {
      Dictionary(
        live.relations.stale().map { (live.name(of: $0.key), $0.value.statement) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// Evaluates every formula again: those that read the clock or chance give new values.
  public func recalculate() {
    host.perform {
      live.engine.recalculateAll()
      return ((), followed.keys())
    }
  }

  // MARK: Saving

  /// The file with the present values.
  ///
  /// The file is edited: only cells that show something else are written, and everything else is kept byte for byte.
  ///
  /// - Throws: ``WorkbookError`` for separated values, of which ``save(to:)`` can make a workbook, and for a workbook that is
  ///   signed.
  public func bytes() throws(WorkbookError) -> [UInt8] {
    guard !ownEndings.isEmpty else {
      throw WorkbookError("only a workbook is edited in place", help: "save it under a name with .xlsx or .ods")
    }
    return try host.read { () throws(WorkbookError) in
      do throws(WorkbookFault) { file = try changes.applied(to: file) } catch {
        throw WorkbookError(error.words, help: error.help)
      }
      changes.forget()
      return file
    }
  }

  /// Saves the workbook with its present values: under an ending of its own kind as it was but for these (`.xlsx` and `.xlsm`,
  /// `.ods` and `.ots`, `.fods`), and under `.xlsx`, `.ods` or `.fods` as another kind as a new file with formulas, values, names and tables.
  ///
  /// The file appears complete or not at all, also when the program or the machine ends meanwhile.
  ///
  /// - Throws: ``WorkbookError`` for another ending, and when the file cannot be written.
  public func save(to path: String) throws(WorkbookError) {
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let bytes: [UInt8]
    switch ending {
    case _ where ownEndings.contains(ending): bytes = try self.bytes()
    case "xlsx":
      bytes = try made(.excel) { workbook throws(WorkbookFault) in
        var workbook = workbook
        _ = ExcelFormulaLimits.keepValues(in: &workbook)
        return try ExcelWriter.bytes(workbook)
      }
    case "ods", "fods":
      bytes = try made(.openDocument) { workbook throws(WorkbookFault) in
        try OpenDocumentWorkbook(workbook).bytes(isFlat: ending == "fods")
      }
    default:
      throw WorkbookError("\(path) has no ending of a workbook that is written", help: "write .xlsx, .ods or .fods")
    }
    do throws(FileReplacement.Failure) { try FileReplacement.write(bytes, to: path) } catch {
      throw WorkbookError("\(path) cannot be written: \(error.words)")
    }
  }

  private func made(
    _ target: RespelledWorkbook.Target, _ write: (Workbooks.Workbook) throws(WorkbookFault) -> [UInt8]
  ) throws(WorkbookError) -> [UInt8] {
    try host.read { () throws(WorkbookError) in
      do throws(WorkbookFault) { return try write(RespelledWorkbook(live, for: target).workbook) } catch {
        throw WorkbookError(error.words, help: error.help)
      }
    }
  }

  /// The text of a sheet that says what the workbook says, for ``Sheet/init(_:named:catalog:files:services:network:scheduler:timeZone:stepLimit:)``.
  ///
  /// Each sheet is a section, names and labels are names, and tables are tables.
  public func sheetText() -> String {
    host.read {
      ConvertedSheet(
        live, name: "workbook.sheet", environment: LiveSheet.Environment(catalog: live.engine.catalog)
      ).text
    }
  }
}
