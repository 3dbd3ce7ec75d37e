import Sheaf

/// Events through a form, and open calls of services.
enum Events {
  /// A form of twenty cells: two inputs, six states, an action with its four cells, seven formulas and a mode.
  static let form = """
    input text: text = "nsmeetup"
    input limit: number = 1000000000
    event push: number
    event reset
    service save(x)
    action store when ready = save(text)
    state count = 0 { on push : count + 1; on reset : 0 }
    state sum = 0 { on push where push < limit : sum + push }
    state last = 0 { on push : push }
    state most = 0 { on push where push > most : push }
    state enabled = TRUE { on store.started : FALSE; on store.finished : TRUE }
    state bigs = 0 { on FILTER(push, push > 5) : bigs + 1 }
    hasText = text <> ""
    ready = AND(hasText, enabled, count < limit)
    mean = IF(count = 0, 0, sum / count)
    double = last * 2
    spread = most - mean
    share = bigs / MAX(count, 1)
    label = IF(ready, "on", "off")
    modes form over ready {
      "Ready"   when ready      : TRUE
      "Waiting" when NOT(ready) : FALSE
    }
    never "more than all": bigs > count
    """

  static func rows() throws -> [Row] {
    let count = 100_000
    let sheet = try Sheet(form)
    let time = try Clock.least(of: 5) {
      for number in 0..<count { try sheet.send("push", .number(Double(number % 10))) }
    }
    guard sheet.value(of: "count") == .number(Double(5 * count)), sheet.value(of: "label") == "on" else {
      throw Failure("the form is not right")
    }
    let perSecond = Double(count) / time
    return [
      Row(
        "an event through a form of 20 cells", time * 1e6 / Double(count), "µs", good: 3.3, must: 10,
        note: "\(Int(perSecond)) a second"),
      try openCalls(),
    ]
  }

  /// A set of an input while a thousand actions in the rows of a table wait for their answers.
  private static func openCalls() throws -> Row {
    let count = 1_000
    let row = "input name: text = \"x\"\nservice find(name)\naction run = find(name)\n"
    let sheet = try Sheet(
      "table rows of \"row.sheet\" { \(count) rows }\ninput x = 1\ny = x * 2", files: { _ in Array(row.utf8) })
    sheet.service("find") { _ in SignalProducer.never }
    for number in 1...count { try sheet.send("rows[\(number)].run") }
    guard sheet.value(of: "find.calls") == .number(Double(count)) else { throw Failure("the calls are not open") }
    let rounds = 200
    var value = 1.0
    let time = try Clock.least(of: 5) {
      for _ in 0..<rounds {
        value += 1
        try sheet.set("x", to: .number(value))
      }
    }
    guard sheet.value(of: "y") == .number(value * 2) else { throw Failure("y is not right") }
    return Row("a set while 1,000 calls are open", time * 1e6 / Double(rounds), "µs", good: 20, must: 1_000)
  }
}
