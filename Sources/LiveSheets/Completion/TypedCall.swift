/// The innermost call that is open at the end of a line, and the place of the argument that comes next.
package struct TypedCall: Equatable {
  package var function: String
  package var argument: Int

  package init?(at line: String) {
    var open: [(start: String.Index, commas: Int)] = []
    var isQuoted = false
    for index in line.indices {
      switch line[index] {
      case "\"": isQuoted.toggle()
      case _ where isQuoted: continue
      case "(", "[", "{": open.append((index, 0))
      case ")", "]", "}": _ = open.popLast()
      case ",": if !open.isEmpty { open[open.count - 1].commas += 1 }
      default: continue
      }
    }
    guard !isQuoted, let last = open.last, line[last.start] == "(" else { return nil }
    let name = line[..<last.start].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    guard !name.isEmpty else { return nil }
    function = String(name.reversed())
    argument = last.commas
  }
}
