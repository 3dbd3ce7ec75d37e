import Conversion
import LiveSheets
import LiveWorkbooks
import Review
import SheetText
import Workbooks

/// Two versions that are compared, as sheets: what a workbook or a table comes to as one is compared.
struct ComparedVersions {
  let old: SheetDocument
  let new: SheetDocument
  /// The new file; that of a revision is where the file is now.
  private let file: String
  /// What names the two.
  private let texts: (old: String, new: String)

  /// - Parameters:
  ///   - old: A file, or `REVISION:FILE`.
  ///   - new: Another one.
  init(_ old: String, _ new: String, _ loading: SheetLoading, _ console: Console) throws(CallFailure) {
    var before = try Version(old, loading)
    var after = try Version(new, loading)
    // What has no name of its own goes by that of its counterpart.
    let name = FilePath.name(of: after.file).prefix { $0 != "." }
    (before.title, after.title) = (String(name), String(name))
    try before.adapt(to: after, loading)
    try after.adapt(to: before, loading)
    self.old = try before.document(loading, console)
    self.new = try after.document(loading, console)
    (file, texts) = (after.file, (old, new))
  }

  /// Compares the versions, each with the files that it reads itself.
  ///
  /// - Parameter environment: Makes the environment of a file, always with the same clock and random numbers.
  func comparison(_ environment: (_ file: String) -> LiveSheet.Environment) -> SheetComparison {
    var now = environment(file)
    if let revision = GitRevision(texts.new) {
      now.readFile = VersionFiles(own: Self.reading(revision), elsewhere: now.readFile).read
    }
    let own = GitRevision(texts.old).map(Self.reading) ?? environment(texts.old).readFile
    let files = VersionFiles(own: own, elsewhere: now.readFile)
    var before = environment(file)
    before.readFile = files.read
    return SheetComparison(
      old, new, environment: now,
      former: SheetComparison.FormerReading(environment: before) { files.differ })
  }

  private static func reading(_ revision: GitRevision) -> VersionFiles.Reading {
    { name in try revision.file(named: name).bytes() }
  }
}

/// One of the two, as it was read.
private struct Version {
  private enum Content {
    case sheet(SheetDocument)
    case table(TableFile)
    case workbook(Workbook)
  }

  let text: String
  let file: String
  /// What a table or the sheet of a table is called.
  var title = ""
  private let bytes: [UInt8]
  private var content: Content

  init(_ text: String, _ loading: SheetLoading) throws(CallFailure) {
    self.text = text
    let revision = GitRevision(text)
    file = revision?.path ?? text
    guard WorkbookFile.isWorkbook(file) else {
      bytes = []
      if let revision {
        content = .sheet(SheetDocument(name: text, bytes: try revision.bytes(), keepsTrees: false))
      } else {
        content = .sheet(try loading.document(at: text, keepsTrees: false))
      }
      return
    }
    if let revision { bytes = try revision.bytes() } else { bytes = try loading.bytes(at: text) }
    guard FileEnding.holdsSeparatedValues(file) else {
      content = .workbook(try Self.workbook(bytes, file, text, loading))
      return
    }
    do throws(CSVError) { content = .table(try loading.table(bytes, named: file)) } catch {
      throw CallFailure(error, in: text, hasEncoding: true)
    }
  }

  private static func workbook(
    _ bytes: [UInt8], _ file: String, _ text: String, _ loading: SheetLoading
  ) throws(CallFailure) -> Workbook {
    do throws(WorkbookFault) { return try WorkbookReader.workbook(bytes, named: file, loading.workbooks) } catch {
      throw CallFailure("\(text) cannot be read: \(error.words)", help: error.help)
    }
  }

  /// Makes a table be what it is compared with: a table of a sheet that has the same columns, or cells as a workbook has them.
  mutating func adapt(to other: Version, _ loading: SheetLoading) throws(CallFailure) {
    guard case .table(let table) = content else { return }
    switch other.content {
    case .table: break
    case .sheet(let document):
      let columns = table.columns.map { $0.lowercased() }
      for statement in document.statements {
        guard case .table(let definition) = statement.kind,
          definition.header?.columns.map({ $0.name.text.lowercased() }) == columns
        else { continue }
        title = definition.name.text
        return
      }
    case .workbook(let workbook):
      let columns = table.columns.map { $0.lowercased() }
      let tables = workbook.sheets.flatMap(\.tables)
      if let named = tables.first(where: { $0.columns.map { $0.lowercased() } == columns }) {
        title = named.name
        return
      }
      var cells = try Self.workbook(bytes, file, text, loading)
      if let name = workbook.sheets.first?.name, !cells.sheets.isEmpty { cells.sheets[0].name = name }
      content = .workbook(cells)
    }
  }

  func document(_ loading: SheetLoading, _ console: Console) throws(CallFailure) -> SheetDocument {
    switch content {
    case .sheet(let document): return document
    case .table(let table): return ConvertedTable(table, name: title).sheet(named: text)
    case .workbook(let contents):
      let workbook = try WorkbookFile(file, loading).opened(contents, console).live
      var environment = loading.environment(forFile: file)
      environment.catalog = workbook.engine.catalog
      return SheetDocument(
        name: text, ConvertedSheet(workbook, name: FilePath.name(of: file), environment: environment).text,
        keepsTrees: false)
    }
  }
}
