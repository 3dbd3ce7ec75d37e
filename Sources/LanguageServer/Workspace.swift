import Diagnostics
import Functions
import Hosting
import LiveSheets
import SheetText

/// The texts that a client has open, and the sheets in the folders around them.
final class Workspace {
  let host: LanguageHost
  /// The open texts, by their URIs.
  private(set) var documents: [String: OpenDocument] = [:]
  /// The folders that the client works in.
  var folders: [String] = []
  /// What the client is asked to do since the server last told it.
  private var askedOfClient: Set<ClientRefresh> = []
  /// Texts that are not open, as they were read, by their paths.
  private var readFiles: [String: SheetDocument] = [:]

  init(_ host: LanguageHost) { self.host = host }

  /// The functions that formulas may call.
  private(set) lazy var catalog: FunctionCatalog = host.environment(".").catalog

  // MARK: Open texts

  /// What open texts were before they changed. It is let go when the client has been answered, which takes as long as
  /// a good part of the answer.
  private var outdated: [SheetPart] = []

  /// Takes changes of an open text; see ``OpenDocument/apply(_:version:)``.
  func apply(_ changes: [JSONValue], version: Int?, to document: OpenDocument) {
    // A client that never waits has them let go under way.
    outdated = outdated.count < 8 ? outdated + document.parts : document.parts
    document.apply(changes, version: version ?? document.version + 1)
    rereadUsers(of: document.path, but: document)
  }

  func forgetOutdated() { outdated = [] }

  func open(_ document: OpenDocument) {
    documents[document.uri] = document
    rereadUsers(of: document.path, but: document)
  }

  func close(_ uri: String) {
    let path = documents.removeValue(forKey: uri)?.path
    forgetFile(path)
  }

  /// Notes that the text of a file is another than before.
  func rereadUsers(of path: String?, but changed: OpenDocument?) {
    guard let path else { return }
    for document in documents.values where document !== changed {
      let reads = document.parts.contains { $0.loaded?.files.contains(path) ?? false }
      guard reads else { continue }
      document.reread()
      // The client knows nothing of a text that it has not changed.
      for refresh in ClientRefresh.allCases { ask(refresh) }
    }
  }

  func ask(_ refresh: ClientRefresh) { askedOfClient.insert(refresh) }

  func takeAskedOfClient() -> [ClientRefresh] {
    defer { askedOfClient = [] }
    return ClientRefresh.allCases.filter(askedOfClient.contains)
  }

  /// Notes that a file was written, made or deleted.
  func forgetFile(_ path: String?) {
    guard let path else { return }
    readFiles[path] = nil
    rereadUsers(of: path, but: nil)
  }

  // MARK: Sheets

  /// A sheet of an open text as it runs.
  func loaded(_ part: SheetPart, of document: OpenDocument) -> LoadedPart {
    part.loaded { text, former in
      let judge = former?.judge ?? host.judge()
      if let former, former.files.isEmpty, former.sheet.takeOn(text) {
        return LoadedPart(sheet: former.sheet, findings: judge(former.sheet), judge: judge, files: [])
      }
      let files = NotedFiles()
      let sheet = LiveSheet(text, environment: environment(of: document, files))
      return LoadedPart(sheet: sheet, findings: judge(sheet), judge: judge, files: files.paths)
    }
  }

  /// What the sheets of an open text may ask of the world; files that are open are read as their writer sees them.
  func environment(of document: OpenDocument) -> LiveSheet.Environment { environment(of: document, NotedFiles()) }

  private func environment(of document: OpenDocument, _ files: NotedFiles) -> LiveSheet.Environment {
    let folder = FileAddress.folder(of: document.path ?? "./untitled.sheet")
    var environment = host.environment(folder)
    let readFile = environment.readFile
    environment.readFile = { [unowned self] path in
      let whole = FileAddress.joined(folder, path)
      files.paths.insert(whole)
      if let open = openDocument(at: whole) { return open.source.bytes }
      return try readFile(path)
    }
    return environment
  }

  func openDocument(at path: String) -> OpenDocument? {
    documents[FileAddress.uri(ofPath: path)] ?? documents.values.first { $0.path == path }
  }

  /// The sheet in a file, as it is open or as it was last written.
  func document(at path: String) -> SheetDocument? {
    if let open = openDocument(at: path) { return open.isMarkdown ? nil : open.parts.first?.document }
    if let known = readFiles[path] { return known }
    guard let bytes = host.readFile(path) else { return nil }
    let document = SheetDocument(name: path, bytes: bytes)
    readFiles[path] = document
    return document
  }

  /// All sheets at hand: in the open texts, and in the files of the folders.
  var sheets: [SheetAtHand] {
    var found: [SheetAtHand] = []
    for document in documents.values.sorted(by: { $0.uri < $1.uri }) {
      for part in document.parts { found.append(SheetAtHand(uri: document.uri, document: part.document)) }
    }
    let open = Set(documents.values.compactMap(\.path))
    for path in folders.flatMap(host.sheetFiles) where !open.contains(path) {
      guard let document = document(at: path) else { continue }
      found.append(SheetAtHand(uri: FileAddress.uri(ofPath: path), document: document))
    }
    return found
  }

  // MARK: Places

  /// The place that a request is about.
  func place(of parameters: JSONValue) throws(RequestFailure) -> TextPlace {
    let document = try document(of: parameters)
    guard let position = LinePosition(parameters["position"]) else {
      throw RequestFailure(.invalidParameters, "the request names no position")
    }
    return TextPlace(workspace: self, document: document, offset: document.source.offset(of: position))
  }

  /// The open text that a request is about.
  func document(of parameters: JSONValue) throws(RequestFailure) -> OpenDocument {
    guard let uri = parameters["textDocument"]?["uri"]?.text else {
      throw RequestFailure(.invalidParameters, "the request names no document")
    }
    guard let document = documents[uri] else {
      throw RequestFailure(.invalidParameters, "the document \(uri) is not open")
    }
    return document
  }
}

/// What a client is asked to ask for anew, by the method that says so.
enum ClientRefresh: String, CaseIterable {
  case codeLens = "workspace/codeLens/refresh"
  case inlayHint = "workspace/inlayHint/refresh"

  /// What a client calls it among its capabilities.
  var capability: String {
    switch self {
    case .codeLens: "codeLens"
    case .inlayHint: "inlayHint"
    }
  }
}

/// Collects the paths of files that are read while a sheet is loaded.
private final class NotedFiles {
  var paths: Set<String> = []
}

/// A sheet by its text and the URI of the text that it stands in.
struct SheetAtHand {
  var uri: String
  var document: SheetDocument

  /// The folder in which the files lie that it names.
  var folder: String { FileAddress.folder(of: FileAddress.path(ofURI: uri) ?? "./untitled.sheet") }

  /// Whether two are the same sheet; blocks of one text begin at places of their own.
  func isSame(as other: SheetAtHand) -> Bool {
    uri == other.uri && document.statements.first?.span == other.document.statements.first?.span
  }

  /// A place of it for the protocol.
  func location(of span: SourceSpan) -> JSONValue {
    ["uri": .text(uri), "range": document.source.range(of: span)]
  }
}

/// A place in an open text.
struct TextPlace {
  let workspace: Workspace
  let document: OpenDocument
  let offset: Int

  /// The sheet around it; `nil` outside of the blocks of Markdown.
  var part: SheetPart? { document.part(at: offset) }

  /// The sheet around it as it runs.
  var loaded: LoadedPart? { part.map { workspace.loaded($0, of: document) } }

  var sheetAtHand: SheetAtHand? { part.map { SheetAtHand(uri: document.uri, document: $0.document) } }
}
