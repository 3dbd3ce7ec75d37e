import Testing

@testable import SheafTool

@Suite("Cures that are asked for")
struct CureOptionsTests {
  @Test(
    "Each of the options asks for cures, and only one of them for unsafe ones",
    arguments: [
      ([], nil), (["--fix"], false), (["--diff"], false), (["-n"], false), (["--unsafe-fixes"], true),
      (["--diff", "--unsafe-fixes"], true),
    ] as [([String], Bool?)])
  func fixes(arguments: [String], includesUnsafe: Bool?) throws {
    #expect(try CureOptions.parse(arguments).fixes?.includesUnsafe == includesUnsafe)
  }

  @Test(
    "The standard input is cured only where nothing is written",
    arguments: [
      ([], true), (["--fix"], false), (["--unsafe-fixes"], false), (["--diff"], true), (["--fix", "--diff"], true),
    ] as [([String], Bool)])
  func standardInput(arguments: [String], isAccepted: Bool) throws {
    let options = try CureOptions.parse(arguments)
    if isAccepted {
      try options.validate(for: ["-"])
    } else {
      #expect(throws: CallFailure.self) { try options.validate(for: ["a.sheet", "-"]) }
    }
    try options.validate(for: ["a.sheet"])
  }
}
