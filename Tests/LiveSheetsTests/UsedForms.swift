import Testing

@testable import LiveSheets

/// Sheets that the sheets of tests use.
enum UsedForms {
  static let files = [
    "Adding.sheet": """
    input username: text
    service userInfo(handle)
    action add when username <> "" = userInfo(username)
    state tries = 0 { on add.started : tries + 1 }
    upper = UPPER(username)
    always "few": tries < 3
    """,
    "Person.sheet": """
    input name: text = "nobody"
    input age: number = 1 where age >= 0
    event birthday
    state years = age { on birthday : years + 1 }
    label = name & " " & years
    event rest = DEBOUNCE(name.changed, 1)
    state settled = "" { on rest : rest }
    service avatar(name)
    fetch image = avatar(name) else "none"
    action save when name <> "" = store(name)
    service store(name)
    never "ancient": years > 100
    """,
    "Outer.sheet":
      "use \"Person.sheet\" as person { name <~ given }\ninput given: text = \"ann\"\nlabel = person.label",
  ]

  static func check(
    _ text: String, _ series: String..., files: [String: String] = UsedForms.files,
    at location: SourceLocation = #_sourceLocation
  ) {
    for steps in series { plays(text, steps, files: files, at: location) }
  }
}
