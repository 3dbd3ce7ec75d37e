/// Reads used sheets and what is bound in them.
enum UseReader {
  static func read(_ reader: inout SheetReader) -> Statement.Kind? {
    guard let path = reader.path(after: "use") else { return nil }
    guard reader.take("as") else {
      reader.report(NameFinding.missingAlias(at: reader.nextPlace()))
      return nil
    }
    guard let name = reader.definedName(of: "the used sheet") else { return nil }
    if reader.isNext("with") {
      reader.report(
        StatementFinding.unexpected("with", at: reader.elementSpan(), meant: "{ input <~ expression } behind the name"))
      return nil
    }
    var bindings: [BindingDefinition] = []
    if var items = SheetItems(ofBlockIn: &reader) {
      while items.next(&reader) != nil {
        let before = reader.findings.count
        guard let binding = BindingReader.read(&reader) else { continue }
        reader.finish(before)
        bindings.append(binding)
      }
    }
    return .use(UseDefinition(path: path, name: name, bindings: bindings))
  }
}
