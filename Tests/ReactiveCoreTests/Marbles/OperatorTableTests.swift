import Foundation
import Testing

/// All operators by name; each is tried by rows of marbles in a test of this folder whose name begins with the operator's.
@Suite("Table of operators")
struct OperatorTableTests {
  private static let operators = """
    all(_:) and(_:) any(_:) attempt(_:) attemptMap(_:) collect() collect(_:) collect(count:)
    collect(every:on:skipEmpty:discardWhenCompleted:) combineLatest(_:) combineLatest(_:emptySentinel:)
    combineLatest(with:) combinePrevious() combinePrevious(_:) compactMap(_:) concat(_:) concat(error:) concat(value:)
    debounce(_:on:discardWhenCompleted:) delay(_:on:) dematerialize() dematerializeResults() empty filter(_:) first()
    flatMap(_:_:) flatMapError(_:) flatten() flatten(_:) init(_:) init(error:) init(result:) init(value:)
    init(values:_:_:) interval(_:interval:on:) interval(_:on:) last() lazyMap(on:transform:) lift(_:)
    logEvents(identifier:events:fileName:functionName:lineNumber:logger:) map(_:) map(value:) mapError(_:) materialize()
    materializeResults() merge(_:) merge(with:) negate() never observe(on:)
    on(event:failed:completed:interrupted:terminated:disposed:value:)
    on(starting:started:event:failed:completed:interrupted:terminated:disposed:value:) or(_:) prefix(_:) prefix(value:)
    promoteError(_:) promoteValue(_:) reduce(_:_:) reduce(into:_:) repeat(_:) replayLazily(upTo:) retry(upTo:)
    retry(upTo:interval:on:) sample(on:) sample(with:) scan(_:_:) scan(into:_:) scanMap(_:_:) scanMap(into:_:) single()
    skip(first:) skip(until:) skip(while:) skipNil() skipRepeats() skipRepeats(_:) start(on:) take(during:) take(first:)
    take(last:) take(until:) take(untilReplacement:) take(while:) then(_:) throttle(_:on:) throttle(while:on:)
    timeout(after:raising:on:) timer(interval:on:) timer(interval:on:leeway:) uniqueValues() uniqueValues(_:) wait()
    withLatest(from:) zip(_:) zip(_:emptySentinel:) zip(with:)
    """.split { $0.isWhitespace }.map(String.init)

  @Test("Each operator has a row of marbles")
  func everyOperator() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    var named: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: #/@Test\("(?<names>[^"]+?): /#) {
        named.formUnion(match.names.split(separator: ", ").map(String.init))
      }
    }
    #expect(Set(Self.operators).subtracting(named).sorted() == [], "operators without a row")
    #expect(named.subtracting(Self.operators).sorted() == [], "names that are not in the table")
  }
}
