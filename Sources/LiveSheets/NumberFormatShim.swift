import CellModel
struct NumberFormat { init(_ code: String) throws {}
  func text(of value: CellValue, in system: DateSystem) -> String { (try? value.asText()) ?? "" } }
extension TypedText { static func value(typed text: String) -> (value: CellValue, format: String?) {
  switch text.uppercased() { case "TRUE": return (.logical(true), nil)
  case "FALSE": return (.logical(false), nil)
  default: return (Double(text).map { .number($0) } ?? .text(text), nil) } } }
