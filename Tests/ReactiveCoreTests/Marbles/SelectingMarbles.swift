import ReactiveCore
import Testing

@Suite("Marbles: operators that select values")
struct SelectingMarbles {
  @Test("filter(_:): values that pass")
  func filter() {
    expect(["a-x-b|": "a---b|", "x-#": "--#", "x!": "-!"]) {
      $0.filter { $0 != "x" }
    } producer: {
      $0.filter { $0 != "x" }
    }
  }

  @Test("compactMap(_:), skipNil(): values that are there")
  func compactMap() {
    expect(["1-a-2|": "1---2|", "a#": "-#", "1!": "1!"]) {
      $0.compactMap { Int($0) }
    } producer: {
      $0.compactMap { Int($0) }
    }
    expect(["1-a-2|": "1---2|", "a!": "-!"]) {
      $0.map { Int($0) }.skipNil()
    } producer: {
      $0.map { Int($0) }.skipNil()
    }
  }

  @Test("skip(first:), skip(while:): all but the first")
  func skip() {
    expect(["a-b-c|": "----c|", "a|": "-|", "a#": "-#", "!": "!"]) {
      $0.skip(first: 2)
    } producer: {
      $0.skip(first: 2)
    }
    expect(["a-b|": "a-b|"]) {
      $0.skip(first: 0)
    } producer: {
      $0.skip(first: 0)
    }
    expect(["a-a-b-a|": "----b-a|", "a-#": "--#"]) {
      $0.skip { $0 == "a" }
    } producer: {
      $0.skip { $0 == "a" }
    }
  }

  @Test("skipRepeats(), skipRepeats(_:): values that differ from the one before")
  func skipRepeats() {
    expect(["aab-ba|": "a-b--a|", "aa#": "a-#", "a!": "a!"]) {
      $0.skipRepeats()
    } producer: {
      $0.skipRepeats()
    }
    expect(["aAb-Ba|": "a-b--a|"]) {
      $0.skipRepeats { $0.lowercased() == $1.lowercased() }
    } producer: {
      $0.skipRepeats { $0.lowercased() == $1.lowercased() }
    }
  }

  @Test("uniqueValues(), uniqueValues(_:): values that have not come before")
  func uniqueValues() {
    expect(["aab-ba|": "a-b---|", "a#": "a#"]) {
      $0.uniqueValues()
    } producer: {
      $0.uniqueValues()
    }
    expect(["aAb-Bc!": "a-b--c!"]) {
      $0.uniqueValues { $0.lowercased() }
    } producer: {
      $0.uniqueValues { $0.lowercased() }
    }
  }

  @Test("take(first:): the first, and then the end")
  func takeFirst() {
    expect(["a-b-c|": "a-(b|)", "a|": "a|", "a#": "a#", "a-!": "a-!"]) {
      $0.take(first: 2)
    } producer: {
      $0.take(first: 2)
    }
    // Nobody can come in time for an end that is there from the beginning.
    expect(["a-b|": "!"]) {
      $0.take(first: 0)
    } producer: {
      $0.take(first: 0)
    }
    expect("a-(b|)", spans: ["a-b-c|": ["^-!"]]) { $0.producer("a-b-c|").take(first: 2) }
  }

  @Test("take(last:): the last, when the stream completes")
  func takeLast() {
    expect(["a-b-c|": "-----(bc|)", "a|": "-(a|)", "|": "|", "a-#": "--#", "a!": "-!"]) {
      $0.take(last: 2)
    } producer: {
      $0.take(last: 2)
    }
  }

  @Test("take(while:): as long as a predicate holds")
  func takeWhile() {
    expect(["a-b-x-c|": "a-b-|", "a|": "a|", "a#": "a#", "x": "|"]) {
      $0.take(while: { $0 != "x" })
    } producer: {
      $0.take(while: { $0 != "x" })
    }
    expect("a-|", spans: ["a-x-b|": ["^-!"]]) { $0.producer("a-x-b|").take(while: { $0 != "x" }) }
  }

  @Test("take(until:): a predicate's last value included")
  func takeUntilPredicate() {
    expect(["a-b-x-c|": "a-b-(x|)", "a|": "a|", "a!": "a!"]) {
      $0.take(until: { $0 != "x" })
    } producer: {
      $0.take(until: { $0 != "x" })
    }
  }
}
