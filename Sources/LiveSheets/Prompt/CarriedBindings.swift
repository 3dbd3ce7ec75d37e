import CellModel
import Engine
import SheetPrograms
import SheetText

/// What bindings have seen and what their inputs hold, kept while a text is loaded anew.
///
/// An input that follows an expression may be set by hand in between, so what it holds follows from no text. These rules
/// hold of the sheet after ``see(in:)``:
///
/// - R1. A binding that was there before sets its input only if its expression gives another value than it had seen.
/// - R2. A binding that is new sets its input, as it does at load.
struct CarriedBindings {
  private struct Binding {
    /// How it is written.
    var text: String
    /// What it has seen of its expression, or of the model, and of its input.
    var seen: SeenBinding
    var target: Input
    var model: Input?
  }

  /// An input of a binding.
  private struct Input {
    var value: CellValue
    /// What the text gives an input that is bound both ways; `nil` where it gives none that is kept.
    var written: CellValue?
  }

  private var former: [Binding] = []
  /// The places of bindings among the former ones, by the names of their inputs in lower case.
  private var numbers: [String: Int] = [:]
  private let replacement: TextReplacement
  /// What the bindings of the new text have seen while it was loaded.
  private var atLoad = SeenValues()

  /// Where inputs are to be as the text to come has them, all bindings are as new ones.
  init(_ sheet: LiveSheet, _ replacement: TextReplacement) {
    self.replacement = replacement
    guard replacement.handSet != nil, let main = sheet.timeline.instances.first else { return }
    for (binding, seen) in zip(main.form.bindings, main.seen.bound) {
      numbers[binding.targetName.lowercased()] = former.count
      func input(_ cell: CellAddress) -> Input {
        Input(value: sheet.engine.value(at: cell), written: sheet.writtenValue(at: cell, of: binding))
      }
      former.append(
        Binding(
          text: binding.text, seen: seen, target: input(binding.target),
          model: binding.model.map { input($0.cell) }))
    }
  }

  /// What the inputs of bindings that were there before are to hold in a sheet whose text was just loaded.
  mutating func contents(for sheet: LiveSheet) -> [(place: StatePlace, content: StateContent)] {
    guard let main = sheet.timeline.instances.first else { return [] }
    atLoad = main.seen
    var contents: [(place: StatePlace, content: StateContent)] = []
    for (number, binding) in main.form.bindings.enumerated() {
      guard let former = former(binding, number) else { continue }
      for (cell, input) in [(binding.target, former.target), (binding.model?.cell, former.model)] {
        guard let cell, let input else { continue }
        let written = sheet.writtenValue(at: cell, of: binding)
        let isEntered = !replacement.isReverting && written != input.written
        contents.append((.cell(cell), .value(isEntered ? written ?? input.value : input.value)))
      }
    }
    return contents
  }

  /// Lets each binding have seen what it had, so that it sets its input where its expression gives something else now.
  func see(in sheet: LiveSheet) {
    guard let main = sheet.timeline.instances.first else { return }
    for (number, binding) in main.form.bindings.enumerated() where number < main.seen.bound.count {
      if let former = former(binding, number) {
        main.seen.bound[number] = former.seen
      } else if number < atLoad.bound.count {
        main.seen.bound[number] = atLoad.bound[number]
      }
    }
  }

  /// Whether a binding sets a cell that was not there before.
  func isNew(bindingOf cell: CellAddress, in sheet: LiveSheet) -> Bool {
    sheet.timeline.instances.first?.form.bindings.enumerated().contains { number, binding in
      binding.target == cell && former(binding, number) == nil
    } ?? false
  }

  /// What a binding of the new text was before; `nil` for a new one.
  private func former(_ binding: BindingForm, _ number: Int) -> Binding? {
    // They are the same though they read otherwise.
    if replacement.rewriting != nil { return number < former.count ? former[number] : nil }
    guard let number = numbers[binding.targetName.lowercased()] else { return nil }
    return former[number].text == binding.text ? former[number] : nil
  }
}

extension LiveSheet {
  /// What the text of the sheet itself gives an input that is bound both ways.
  fileprivate func writtenValue(at cell: CellAddress, of binding: BindingForm) -> CellValue? {
    guard binding.model != nil, let definition = definitions[cell], definition.unit == nil else { return nil }
    return definition.input?.initial
  }
}

extension BindingForm {
  /// The binding as it is written.
  fileprivate var text: String { unit.document.source[span] }
}
