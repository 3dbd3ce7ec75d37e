import CellModel

/// Reads modes.
enum ModesReader {
  static func read(_ reader: inout SheetReader) -> Statement.Kind? {
    guard let name = reader.definedName(of: "the modes") else { return nil }
    guard reader.take("over") else {
      reader.report(ModesFinding.missingOver(behind: name, at: reader.nextPlace()))
      return nil
    }
    var cells: [SheetFormula] = []
    repeat {
      if reader.nextByte() == Ascii.leftParenthesis {
        reader.report(ModesFinding.formulaInModes(at: reader.nextPlace()))
        return nil
      }
      guard let cell = reader.path("a cell") else { return nil }
      cells.append(cell)
    } while reader.take(Ascii.comma)
    if "+-*/^&=<>(%".utf8.contains(reader.nextByte()) {
      reader.report(ModesFinding.formulaInModes(at: reader.nextPlace()))
      return nil
    }
    guard var items = SheetItems(ofBlockIn: &reader) else {
      reader.report(PieceFinding.missingBlock(of: "modes", at: reader.nextPlace()))
      return nil
    }
    var modes: [ModesDefinition.Mode] = []
    var labels: [String: WrittenText] = [:]
    var hasItems = false
    while let item = items.next(&reader) {
      hasItems = true
      let before = reader.findings.count
      guard let mode = mode(&reader, item) else { continue }
      reader.finish(before)
      if mode.values.count != cells.count {
        reader.report(ModesFinding.modeLength(mode, cells))
      }
      if let first = labels[mode.label.text.lowercased()] {
        reader.report(ModesFinding.modeTwice(mode.label, first))
      } else {
        labels[mode.label.text.lowercased()] = mode.label
      }
      modes.append(mode)
    }
    if !hasItems { reader.report(ModesFinding.noModes(name)) }
    return .modes(ModesDefinition(name: name, cells: cells, modes: modes))
  }

  private static func mode(_ reader: inout SheetReader, _ item: SheetItem) -> ModesDefinition.Mode? {
    guard let label = reader.label(of: "a mode") else { return nil }
    guard reader.take("when") else {
      reader.report(ModesFinding.missingWhen(at: reader.nextPlace()))
      return nil
    }
    guard let condition = reader.expression(.colon, "a condition") else { return nil }
    guard reader.take(Ascii.colon) else {
      reader.report(PieceFinding.missingColon(before: "the values of the mode", at: reader.nextPlace()))
      return nil
    }
    var values: [SheetFormula] = []
    repeat {
      guard let value = reader.expression(.comma, "the value of a cell") else { return nil }
      values.append(value)
    } while reader.take(Ascii.comma)
    return ModesDefinition.Mode(label: label, condition: condition, values: values, span: item.span)
  }
}
