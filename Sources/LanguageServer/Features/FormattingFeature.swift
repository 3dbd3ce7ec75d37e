import Diagnostics
import Hosting
import SheetText

/// The text of a sheet in the one obvious form.
struct FormattingFeature: ServerFeature {
  let methods = ["textDocument/formatting"]
  var capability: (name: String, value: JSONValue) { ("documentFormattingProvider", true) }

  func isOffered(by host: LanguageHost) -> Bool { host.format != nil }

  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue {
    let document = try workspace.document(of: parameters)
    guard let format = workspace.host.format, !document.isMarkdown, let part = document.parts.first else {
      return .list([])
    }
    let (old, new) = (document.source.bytes, format(part.document))
    guard old != new else { return .list([]) }
    // Only the lines between the first and the last that differ are replaced, so that cursors and marks stay.
    var start = zip(old, new).prefix { $0 == $1 }.count
    while start > 0, old[start - 1] != 0x0A { start -= 1 }
    var end = zip(old.reversed(), new.reversed()).prefix(min(old.count, new.count) - start).prefix { $0 == $1 }.count
    while end > 0, old[old.count - end - 1] != 0x0A { end -= 1 }
    let text = String(decoding: new[start..<new.count - end], as: UTF8.self)
    return [["range": document.source.range(of: SourceSpan(start, old.count - end)), "newText": .text(text)]]
  }
}
