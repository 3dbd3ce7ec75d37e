import CellModel
import Drawing
import LiveSheets
import Verification

/// The modes of a form and its explored states.
extension HTMLReport {
  func writeModes(_ page: inout ReportPage) {
    for modes in ModesCells.all(of: sheet) {
      let present = sheet.value(at: modes.cell).text
      page.text("h3", modes.name)
      let rows = modes.modes.map { mode -> [Reading.Field] in
        let asked = mode.asked.map { asked -> Reading.Field in
          switch asked {
          case .literal(let value): (sheet.literal(value), false)
          case .cell(let address): (sheet.literal(sheet.value(at: address)), false)
          }
        }
        return [(mode.label, false)] + asked + [(mode.label == present ? "now" : "", false)]
      }
      page.scrolling(modes.name) { page in
        page.table(["Mode"] + modes.cellNames + [""], rows) { number in
          modes.modes[number].label == present ? "now" : nil
        }
      }
    }
    let triggers = sheet.triggers.names
    if !triggers.isEmpty {
      page.text("p", "What can happen: \(triggers.joined(separator: ", ")).", [("class", "faint")])
    }
  }

  func writeExploration(_ page: inout ReportPage) {
    guard let exploration = report.exploration else { return }
    page.text("p", ExplorationReporter.summary(exploration))
    for line in exploration.wordsOnLimit { page.text("p", line, [("class", "warn")]) }
    let hasSeenAll = exploration.isComplete
    for modes in exploration.modes {
      let rows = modes.pairs.map { pair -> [Reading.Field] in
        let words = ExplorationReporter.words(for: pair, hasSeenAll: hasSeenAll)
        return [(pair.mode, false)] + pair.values.map { (PlainText.text($0), false) } + [(words, false)]
      }
      page.text("h3", modes.name)
      page.scrolling("Explored modes of \(modes.name)") { page in
        page.table(["Mode"] + modes.cells + ["Seen"], rows) { number in
          modes.pairs[number].wrongSteps == nil ? modes.pairs[number].isValid ? nil : "faint" : "bad"
        }
      }
    }
    for example in exploration.counterExamples {
      page.text("p", "\(example.check.title) is broken by these steps:", [("class", "bad")])
      page.text("pre", ExplorationReporter.test(example).joined(separator: "\n"))
    }
    guard let states = exploration.graph, states.states.count > 1 else { return }
    let diagram = Diagram(states, titled: report.path)
    page.scrolling("Graph of states") { $0.picture(diagram.nearest(Diagram.mostDrawn, to: [0])) }
  }
}
