import Drawing
import LiveSheets

/// The graph of the sheet at the prompt.
extension PromptSession {
  /// `:graph`: what each computed cell reads, of the whole sheet or of what a cell is made of, or a picture in a file.
  func graph(_ rest: String) throws(CallFailure) {
    let relations = SheetRelations(of: sheet)
    let live = sheet
    let diagram = Diagram(relations, titled: file.path ?? "sheet") { live.fewWords(on: $0) }
    if let format = DiagramFormat(ofFile: rest) {
      let part = diagram.keeping(relations.itemsWithoutLabels)
      let path = try path(rest, for: .graph)
      let content = OutputFile.Content.results(from: [file.path].compactMap(\.self), FileLog())
      if let remark = try OutputFile.write(format.bytes(part), to: path, content) { console.remark(remark) }
      return console.remark("wrote \(path)")
    }
    var kept = Set(diagram.nodes.indices)
    if !rest.isEmpty {
      switch sheet.cell(rest) {
      case .success(let cell):
        guard let item = relations.item(of: cell) else {
          throw CallFailure("\(rest) is nothing that the sheet defines")
        }
        kept = Set(diagram.reached(from: [item], .against))
      case .failure(let failure):
        guard let item = relations.item(named: rest) else { throw CallFailure(failure) }
        kept = Set(diagram.reached(from: [item], .against))
      }
    }
    var count = 0
    for (number, node) in diagram.nodes.enumerated() where kept.contains(number) {
      let arrows = diagram.edges.filter { $0.to == number }
      let read = arrows.filter { !$0.isDashed }.map { diagram.nodes[$0.from].name }
      let heard = arrows.filter(\.isDashed).map { diagram.nodes[$0.from].name }
      guard !read.isEmpty || !heard.isEmpty else { continue }
      var line = console.paint.name(node.name)
      if !read.isEmpty { line += " ← \(read.joined(separator: ", "))" }
      if !heard.isEmpty { line += " on \(heard.joined(separator: ", "))" }
      console.output.line(node.isMarked ? "\(line)   \(console.paint.error("a circle"))" : line)
      count += 1
    }
    if count == 0 { console.remark("nothing is made of anything else") }
  }
}
