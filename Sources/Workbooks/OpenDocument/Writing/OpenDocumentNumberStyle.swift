import CellModel
import Markup

/// A number format of Excel as *data styles* of OpenDocument, which say how a number is written, element by element
/// (OpenDocument 1.3 part 3, §16.29).
///
/// Each section is a style of its own; the last has the name of the format, and sends numbers that belong to others to them.
/// What OpenDocument cannot say is left out: characters that fill a cell, and the places of blanks before digits.
struct OpenDocumentNumberStyle {
  private let name: String
  /// The sections for numbers, and behind them that for texts where all of three come before it.
  private let sections: [NumberFormat.Section]

  init(_ format: NumberFormat, named name: String) {
    self.name = name
    var sections = Array(format.numberSections)
    // Numbers that do not meet the one condition are General, as many sections as there are signs of them.
    if sections.count == 1, !format.isForTexts, let condition = sections[0].condition {
      let rest = condition.isOfAllButNegatives ? "[<0]-General;General" : "General"
      sections += (try? NumberFormat(rest))?.sections ?? []
    }
    if sections.count == 3, let texts = format.textSection { sections.append(texts) }
    self.sections = sections
  }

  func write(to xml: inout XMLWriter) {
    for (place, section) in sections.enumerated() {
      let isLast = place == sections.count - 1
      xml.start(
        place == 3 ? "number:text-style" : Self.element(of: section),
        [
          ("style:name", isLast ? name : "\(name)P\(place)"),
          ("number:truncate-on-overflow", Self.isElapsed(section) ? "false" : nil),
        ] + Self.locale(of: section))
      if let code = section.colour.flatMap({ OpenDocumentColours.codes[$0] }) {
        xml.empty("style:text-properties", [("fo:color", code)])
      }
      OpenDocumentNumberSection(section).write(to: &xml)
      if isLast {
        for (place, section) in sections.dropLast().enumerated() {
          xml.empty(
            "style:map",
            [("style:condition", condition(of: section, at: place)), ("style:apply-style-name", "\(name)P\(place)")])
        }
      }
      xml.end()
    }
  }

  private static func locale(of section: NumberFormat.Section) -> [(String, String?)] {
    if let calendar = OpenDocumentCalendar(of: section) { return calendar.locale }
    guard let (tag, country) = section.localeOfNames else { return [] }
    return [("number:language", tag), ("number:country", country)]
  }

  /// Which numbers a section is for: without a condition of its own, as its place says.
  private func condition(of section: NumberFormat.Section, at place: Int) -> String {
    if let own = section.condition {
      let sign =
        switch own.relation {
        case .equal: "="
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
      return "value()\(sign)\(NumberText.roundTrip(own.limit))"
    }
    if sections.count == 2 { return "value()>=0" }
    return ["value()>0", "value()<0", "value()=0"][place]
  }

  private static func element(of section: NumberFormat.Section) -> String {
    if section.tokens.contains(.text) { return "number:text-style" }
    return switch section.numberKind {
    case .date, .dateTime: "number:date-style"
    case .time: "number:time-style"
    case .percent: "number:percentage-style"
    case .plain: "number:number-style"
    }
  }

  private static func isElapsed(_ section: NumberFormat.Section) -> Bool {
    section.tokens.contains { token in
      switch token {
      case .elapsedHours, .elapsedMinutes, .elapsedSeconds: true
      default: false
      }
    }
  }
}
