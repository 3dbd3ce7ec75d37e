import Foundation
import Observation
import Testing

@testable import Sheaf

@Suite("Formulas over properties")
struct FormulaPropertyTests {
  @Test("A formula follows the properties that it names, within the same instant and only when it changes")
  func following() throws {
    let (a, b) = (MutableProperty(20.0), MutableProperty(10))
    let c = try Property(formula: "(A + 50) + (B - 10)", ["A": a, "B": b])
    #expect(c.value == 70)
    let double = try Property(formula: "=a * 2", ["A": a], as: Double.self)
    let agree = Property.combineLatest(c.number, double, b).map { (c: Double, double: Double, b: Int) -> Bool in
      c == double / 2 + Double(40 + b)
    }
    var seen: [CellValue] = []
    var lies = 0
    c.producer.startWithValues { seen.append($0) }
    agree.signal.observeValues { if !$0 { lies += 1 } }
    a.value = 30
    PropertyGraph.transaction {
      a.value = 10
      b.value = 30
    }
    b.value = 30
    #expect(seen == [70, 80], "equal values are told once")
    #expect(double.value == 20)
    #expect(lies == 0)
  }

  @Test("Texts, logicals, values of cells and other derived properties are sources, too")
  func sources() throws {
    let sheet = try Sheet("input x = 4\ny = x * 10")
    let (name, isLoud) = (MutableProperty("Ada"), ValidatingProperty<Bool, Never>(true) { _ in .valid })
    let greeting = try Property(
      formula: "IF(loud, UPPER(name), name) & \" \" & y", ["name": name, "loud": isLoud, "y": sheet["y"]],
      as: String.self)
    #expect(greeting.value == "ADA 40")
    isLoud.value = false
    sheet.input("x").value = 5
    #expect(greeting.value == "Ada 50")
    #expect(try Property(formula: "SUM(1, 2)", [:]).value == 3)
    #expect(try Property(formula: "1 / z", ["z": MutableProperty(0.0)]).value == .error(.divisionByZero))
    #expect(try Property(formula: "1 / z", ["z": MutableProperty(0.0)], as: Double.self).value.isNaN)
  }

  @Test("What is wrong is thrown with its place in the formula or among the names")
  func errors() throws {
    let a = MutableProperty(1.0)
    func message(_ formula: String, _ sources: [String: any PropertyProtocol]) -> String {
      do { return "no error: \(try Property(formula: formula, sources).value)" } catch { return "\(error)" }
    }
    #expect(message("A + rat", ["A": a, "rate": a]).hasPrefix("formula:1:5: "))
    #expect(message("A +", ["A": a]).hasPrefix("formula:1:"))
    #expect(message("A", ["A": a, "a": a]).contains("is defined twice"))
    #expect(message("B7", ["B7": a]).hasPrefix("names:1:"))
    #expect(message("A", ["A: any\ninput B": a]).hasPrefix("names:1:1: “A: any"))
    #expect(message("A", ["A B": a, "A": a]) == "names:1:1: “A B” is not the name of a cell")
    #expect(message("A + rat", ["A": a, "rate": a]).hasSuffix("did you mean rate?"))
    #expect(message("date", ["date": MutableProperty(Date())]).contains("date is a property of neither"))
  }

  @Test("An ended source ends the formula, and a formula that nobody holds ends with its observers")
  func lifetime() throws {
    var a: MutableProperty<Double>? = MutableProperty(1)
    let c = try Property(formula: "A + 1", ["A": a!])
    var isOver = false
    c.signal.observeCompleted { isOver = true }
    a?.value = 2
    a = nil
    #expect(isOver)
    #expect(c.value == 3)
  }

  @Test("What a path does not name is told; so is a kind that a cell has not")
  func wrongPaths() throws {
    let sheet = try Sheet("input n: number in 0..10 = 3\nlabel = \"x\"\nbad = 1 / 0")
    var refused: [String] = []
    sheet.refusals.observeValues { refused.append($0.cell) }
    #expect(sheet["nosuch"].value.isError)
    #expect(refused == ["nosuch"])
    #expect(throws: SetError.self) { try sheet.cell("nosuch") }
    #expect(throws: SetError.self) { try sheet.cell("label", as: Double.self) }
    #expect(throws: SetError.self) { try sheet.cell("bad", as: Double.self) }
    #expect(try sheet.cell("n", as: Double.self).value == 3)
    #expect(try sheet.cell("label", as: String.self).value == "x")
  }

  @Test("An observed cell follows the sheet, sets it, and says why a value was refused")
  @MainActor
  func observation() async throws {
    var sheet: Sheet! = try Sheet("input n: number in 0..10 = 3\ntwice = n * 2")
    let (n, twice) = (try sheet.observed("n", as: Double.self), try sheet.observed("twice"))
    let told = Atomic(0)
    withObservationTracking {
      _ = twice.value
    } onChange: {
      told.modify { $0 += 1 }
    }
    n.value = 4
    for _ in 0..<200 where twice.value != 8 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(twice.value == 8 && n.value == 4 && n.refusal == nil)
    #expect(told.value == 1)
    n.value = 99
    #expect(n.value == 4)
    #expect(n.refusal?.message.contains("10") == true, "\(n.refusal?.message ?? "no refusal")")
    n.value = 5
    #expect(n.refusal == nil)
    #expect(throws: SetError.self) { try sheet.observed("nosuch") }
    sheet = nil
    n.value = 6
    #expect(n.value == 5)
    #expect(n.refusal?.message == "the sheet of n has been released")
  }
}
