import CellModel
import ReactiveCore
import Testing

@testable import Hosting

@Suite("Outbox")
struct OutboxTests {
  @Test("What was added in one change is told together, when all before it has been told")
  func batches() {
    let outbox = Outbox()
    var log: [String] = []
    outbox.add { log.append("a") }
    outbox.add { log.append("b") }
    let first = outbox.seal()
    outbox.add { log.append("c") }
    let second = outbox.seal()
    outbox.tell(second)
    #expect(log == [])
    outbox.tell(first)
    #expect(log == ["a", "b", "c"])
  }

  @Test("A change of which nothing is to be told leaves nothing to tell")
  func empty() {
    let outbox = Outbox()
    var log: [String] = []
    #expect(outbox.sealMessages() == nil)
    outbox.add { log.append("a") }
    let batch = outbox.sealMessages()
    #expect(outbox.sealMessages() == nil)
    if let batch { outbox.tell(batch) }
    #expect(log == ["a"])
  }

  @Test("What happens while somebody is told is told afterwards")
  func reentry() {
    let outbox = Outbox()
    var log: [String] = []
    outbox.add {
      outbox.add { log.append("later") }
      outbox.tell(outbox.seal())
      log.append("first")
    }
    outbox.add { log.append("second") }
    outbox.tell(outbox.seal())
    #expect(log == ["first", "second", "later"])
  }

  @Test("A signal has one relay, which sends with the batch and ends with the signal or the outbox")
  func relays() {
    let outbox = Outbox()
    let (source, input) = Signal<CellValue, Never>.pipe()
    let (other, otherInput) = Signal<CellValue, Never>.pipe()
    var log: [String] = []
    let output = outbox.output(of: source)
    #expect(outbox.output(of: source) === output)
    output.observe { log.append("\($0)") }
    outbox.output(of: other).observe { log.append("other \($0)") }
    input.send(value: 1)
    #expect(log == [])
    outbox.tell(outbox.seal())
    input.sendCompleted()
    outbox.tell(outbox.seal())
    withExtendedLifetime(otherInput) { outbox.end() }
    #expect(log == ["VALUE 1", "COMPLETED", "other COMPLETED"])
  }
}
