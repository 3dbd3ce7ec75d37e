import Testing

@testable import SheafTool

@Suite("How texts look")
struct AppearanceTests {
  private func surroundings(_ variables: [String: String]) -> Surroundings { Surroundings { variables[$0] } }

  @Test("Colour is as the call asks, then as the environment, then as the settings, then as the terminal")
  func color() {
    let rows: [(call: ColorChoice, settings: ColorChoice, [String: String], onTerminal: Bool, inPipe: Bool)] = [
      (.auto, .auto, [:], true, false),
      (.auto, .auto, ["TERM": "dumb"], false, false),
      (.auto, .auto, ["NO_COLOR": "1"], false, false),
      (.auto, .auto, ["NO_COLOR": ""], true, false),
      (.auto, .auto, ["FORCE_COLOR": "1"], true, true),
      (.auto, .auto, ["CLICOLOR_FORCE": "0"], false, false),
      (.auto, .auto, ["NO_COLOR": "1", "FORCE_COLOR": "1"], false, false),
      (.auto, .always, ["TERM": "dumb"], true, true),
      (.auto, .never, [:], false, false),
      (.auto, .always, ["NO_COLOR": "1"], false, false),
      (.always, .never, ["NO_COLOR": "1"], true, true),
      (.never, .always, ["FORCE_COLOR": "1"], false, false),
    ]
    for (call, settings, variables, onTerminal, inPipe) in rows {
      let appearance = Appearance(color: call, preferredColor: settings)
      let surroundings = surroundings(variables)
      #expect(appearance.isColored(onTerminal: true, surroundings) == onTerminal, "\(call) \(settings) \(variables)")
      #expect(appearance.isColored(onTerminal: false, surroundings) == inPipe, "\(call) \(settings) \(variables)")
    }
  }

  @Test("Texts are in Unicode unless the locale has none or somebody asks for ASCII")
  func characters() {
    let rows: [([String: String], Bool)] = [
      ([:], true), (["LANG": "C"], false), (["LANG": "de_DE.UTF-8"], true), (["LANG": "de_DE.utf8"], true),
      (["LANG": "en_US.UTF-8", "LC_ALL": "POSIX"], false), (["LANG": "C", "LC_CTYPE": "C.UTF-8"], true),
    ]
    for (variables, isUnicode) in rows {
      #expect(Appearance().isUnicode(in: surroundings(variables)) == isUnicode, "\(variables)")
      #expect(!Appearance(isASCII: true).isUnicode(in: surroundings(variables)))
    }
  }

  @Test("Files of ours lie where the XDG base directories say; nothing is left of a call in CI")
  func places() {
    #expect(surroundings(["HOME": "/h"]).stateFile("x") == "/h/.local/state/sheaf/x")
    #expect(surroundings(["HOME": "/h", "XDG_STATE_HOME": "/s"]).stateFile("x") == "/s/sheaf/x")
    #expect(surroundings([:]).stateFile("x") == nil)
    #expect(surroundings(["CI": "true"]).isInCI)
    #expect(!surroundings(["CI": "False"]).isInCI && !surroundings(["CI": ""]).isInCI)
  }
}
