import Diagnostics
import Hosting
import LiveSheets
import SheetText

/// A server of the language server protocol for sheets.
///
/// Each message is given to ``handle(_:)``, which gives the messages that answer it. Texts are read and loaded when
/// somebody asks for what is in them, or in ``idle()``, when no more messages wait: keys that are typed quickly cost one
/// reading. Nothing that a client sends ends the server but its `exit`.
package final class LanguageServer {
  /// What the server can do, each kind of request with what it tells of itself at the beginning.
  static let features: [any ServerFeature] = [
    HoverFeature(), InlayHintFeature(), CompletionFeature(), SignatureFeature(), DefinitionFeature(),
    ReferencesFeature(), HighlightFeature(), RenameFeature(), DocumentSymbolFeature(), WorkspaceSymbolFeature(),
    FoldingFeature(), SemanticTokensFeature(), CodeActionFeature(), CodeLensFeature(), CommandFeature(),
    FormattingFeature(),
  ]

  private enum Phase { case fresh, running, shutDown }

  let workspace: Workspace
  private let name: String
  private let version: String
  private var phase = Phase.fresh
  /// What the client is told without being asked.
  private var news: [JSONValue] = []
  /// What the client lets itself be asked.
  private var refreshes: Set<ClientRefresh> = []
  /// Whether the client tells of files that change when it is asked to.
  private var canWatchFiles = false
  private var requestCount = 0
  /// The status with which the process ends: 0 where the client has asked to shut down before.
  package private(set) var exitStatus: Int32?
  private static let featuresByMethod: [String: any ServerFeature] = Dictionary(
    features.flatMap { feature in feature.methods.map { ($0, feature) } }, uniquingKeysWith: { first, _ in first })

  /// - Parameter version: The version of the program, which the client is told.
  package init(_ host: LanguageHost, name: String = "sheaf", version: String) {
    workspace = Workspace(host)
    self.name = name
    self.version = version
  }

  // MARK: Messages

  /// Takes a message, and gives those that follow from it: the answer to a request, and what is told unasked.
  package func handle(_ message: JSONValue) -> [JSONValue] {
    do throws(Message.Unreadable) {
      switch try Message(message) {
      case .response: return []
      case .notification(let method, let parameters): take(method, parameters)
      case .request(let id, let method, let parameters): news.append(answer(id, method, parameters))
      }
    } catch {
      return [error.failure.response(to: error.id)]
    }
    for refresh in workspace.takeAskedOfClient() where refreshes.contains(refresh) { ask(refresh.rawValue) }
    defer { news = [] }
    return news
  }

  /// Tells what is wrong with each text that has changed since.
  package func idle() -> [JSONValue] {
    guard phase == .running else { return [] }
    return workspace.documents.values.filter { !$0.isTold }.sorted { $0.uri < $1.uri }.map { document in
      document.isTold = true
      return PublishedDiagnostics.message(about: document, in: workspace)
    }
  }

  /// Lets go of what texts were before they changed, when nobody waits for anything.
  package func rest() { workspace.forgetOutdated() }

  private func answer(_ id: JSONValue, _ method: String, _ parameters: JSONValue) -> JSONValue {
    do throws(RequestFailure) {
      return ["jsonrpc": "2.0", "id": id, "result": try result(of: method, parameters)]
    } catch {
      return error.response(to: id)
    }
  }

  private func result(of method: String, _ parameters: JSONValue) throws(RequestFailure) -> JSONValue {
    switch (method, phase) {
    case ("initialize", .fresh):
      phase = .running
      return initialize(parameters)
    case ("initialize", _): throw RequestFailure(.invalidRequest, "the server is initialized already")
    case (_, .fresh): throw RequestFailure(.serverNotInitialized, "the server is not initialized yet")
    case ("shutdown", _):
      phase = .shutDown
      return .null
    case (_, .shutDown): throw RequestFailure(.invalidRequest, "the server is shut down")
    default: break
    }
    guard let feature = Self.featuresByMethod[method] else {
      throw RequestFailure(.methodNotFound, "there is no method \(method)")
    }
    return try feature.answer(method, parameters, in: workspace)
  }

  private func initialize(_ parameters: JSONValue) -> JSONValue {
    let roots = parameters["workspaceFolders"]?.list?.compactMap { $0["uri"]?.text } ?? []
    let root = parameters["rootUri"]?.text
    workspace.folders = (roots.isEmpty ? [root].compactMap(\.self) : roots).compactMap(FileAddress.path)
    let client = parameters["capabilities"]?["workspace"]
    refreshes = Set(
      ClientRefresh.allCases.filter { client?[$0.capability]?["refreshSupport"]?.logical == true })
    canWatchFiles = client?["didChangeWatchedFiles"]?["dynamicRegistration"]?.logical == true
    var capabilities: [String: JSONValue] = [
      "positionEncoding": "utf-16",
      "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
    ]
    for feature in Self.features where feature.isOffered(by: workspace.host) {
      capabilities[feature.capability.name] = feature.capability.value
    }
    return [
      "capabilities": .object(capabilities), "serverInfo": ["name": .text(name), "version": .text(version)],
    ]
  }

  /// Asks the client for something that it understands.
  private func ask(_ method: String, _ parameters: JSONValue? = nil) {
    requestCount += 1
    var request: [String: JSONValue] = [
      "jsonrpc": "2.0", "id": .text("sheaf-\(requestCount)"), "method": .text(method),
    ]
    if let parameters { request["params"] = parameters }
    news.append(.object(request))
  }

  /// The files that sheets use and read, which others than the client may change.
  private static let usedFiles = "**/*.{sheet,csv,tsv,tab,txt,xlsx,xlsm,ods,fods}"

  private func askForChangesOfFiles() {
    let method: JSONValue = "workspace/didChangeWatchedFiles"
    let options: JSONValue = ["watchers": [["globPattern": .text(Self.usedFiles)]]]
    ask(
      "client/registerCapability",
      ["registrations": [["id": "sheaf-files", "method": method, "registerOptions": options]]])
  }

  // MARK: Notifications

  private func take(_ method: String, _ parameters: JSONValue) {
    if method == "exit" {
      exitStatus = phase == .shutDown ? 0 : 1
      return
    }
    guard phase == .running else { return }
    let uri = parameters["textDocument"]?["uri"]?.text
    switch method {
    case "initialized": if canWatchFiles { askForChangesOfFiles() }
    case "textDocument/didOpen": open(parameters["textDocument"])
    case "textDocument/didChange":
      guard let uri, let document = workspace.documents[uri] else { return }
      let changes = parameters["contentChanges"]?.list ?? []
      workspace.apply(changes, version: parameters["textDocument"]?["version"]?.integer, to: document)
    case "textDocument/didClose":
      guard let uri, workspace.documents[uri] != nil else { return }
      workspace.close(uri)
      news.append(PublishedDiagnostics.noneMessage(about: uri))
    case "textDocument/didSave": workspace.forgetFile(uri.flatMap(FileAddress.path))
    case "workspace/didChangeWatchedFiles":
      for change in parameters["changes"]?.list ?? [] {
        workspace.forgetFile(change["uri"]?.text.flatMap(FileAddress.path))
      }
    case "workspace/didChangeWorkspaceFolders":
      let paths: (String) -> [String] = { name in
        (parameters["event"]?[name]?.list ?? []).compactMap { $0["uri"]?.text.flatMap(FileAddress.path) }
      }
      let removed = paths("removed")
      workspace.folders = workspace.folders.filter { !removed.contains($0) } + paths("added")
    default: break
    }
  }

  private func open(_ item: JSONValue?) {
    guard let uri = item?["uri"]?.text, let text = item?["text"]?.text else { return }
    let isMarkdown = item?["languageId"]?.text == "markdown" || [".md", ".markdown"].contains { uri.hasSuffix($0) }
    workspace.open(
      OpenDocument(uri: uri, version: item?["version"]?.integer ?? 0, isMarkdown: isMarkdown, text: text))
  }
}

/// One kind of thing that a client may ask for.
protocol ServerFeature: Sendable {
  /// The methods of its requests.
  var methods: [String] { get }
  /// What the server says of it when a client begins.
  var capability: (name: String, value: JSONValue) { get }
  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue
  /// Whether the world around the server has what it takes.
  func isOffered(by host: LanguageHost) -> Bool
}

extension ServerFeature {
  func isOffered(by host: LanguageHost) -> Bool { true }
}
