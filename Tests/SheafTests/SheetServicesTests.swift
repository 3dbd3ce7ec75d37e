import Foundation
import TestSupport
import Testing

@testable import Sheaf

@Suite("Services and actions of a program")
struct SheetServicesTests {
  @Test("An action runs its services one after the other, and its cells follow")
  func chain() throws {
    let (login, info) = (ManualService(), ManualService())
    let sheet = try Sheet(personAdding, services: ["login": login.service])
    sheet.service("userInfo", info.service)
    var log: [String] = []
    for moment in ["started", "values", "succeeded", "failed", "finished", "refused"] {
      sheet.event("add.\(moment)").observeValues { log.append("\(moment) \($0.record?["name"] ?? $0)") }
    }
    try sheet.set("username", to: "nsmeetup")
    try sheet.send("add")
    #expect(sheet.value(of: "add.isExecuting") == true)
    #expect(throws: SetError.self) { try sheet.send("add") }
    #expect(info.calls == [])
    login.reply(true)
    try sheet.set("username", to: "changed")
    #expect(info.calls.map(\.arguments) == [["nsmeetup"]])
    info.latest.send(error: ServiceError("not found"))
    #expect(sheet.value(of: "add.error") == "not found")
    #expect(sheet.value(of: "add.isExecuting") == false)
    try sheet.send("add")
    login.reply(true)
    info.reply(.record(["name": "NSMeetup"]))
    #expect(sheet.value(of: "add.value").record?["handle"] == "changed")
    #expect(sheet.value(of: "add.error") == .blank)
    #expect(sheet.value(of: "tries") == 2)
    #expect(
      log == [
        "started ", "refused add is running", "failed not found", "finished not found", "started ", "values NSMeetup",
        "succeeded NSMeetup", "finished NSMeetup",
      ])
    #expect(login.disposedCount == 2 && info.disposedCount == 2)
  }

  @Test("A service's events become answers", arguments: ServiceCase.all)
  func answers(_ row: ServiceCase) throws {
    let sheet = try Sheet("service s()\naction go = s()", services: ["s": { _ in row.producer }])
    var values: [CellValue] = []
    sheet.event("go.values").observeValues { values.append($0) }
    var ends: [String] = []
    sheet.event("go.succeeded").observeValues { ends.append("succeeded \($0)") }
    sheet.event("go.failed").observeValues { ends.append("failed \($0)") }
    try sheet.send("go")
    #expect(values == row.values)
    #expect(ends == [row.end].compactMap(\.self))
    #expect(sheet.value(of: "go.isExecuting") == .logical(row.end == nil))
  }

  @Test("A call that was made at load waits for its service; a later one fails at once when nobody supplies it")
  func suppliedLater() throws {
    let image = ManualService()
    let sheet = try Sheet(
      "input name = \"ada\"\nservice avatar(name)\nservice other()\nfetch image = avatar(name) else \"…\"\naction go = other()"
    )
    #expect(sheet.value(of: "image") == "…")
    sheet.service("AVATAR", image.service)
    #expect(image.calls.map(\.arguments) == [["ada"]])
    image.reply("ada.png")
    #expect(sheet.value(of: "image") == "ada.png")
    try sheet.send("go")
    #expect(sheet.value(of: "go.error") == "nobody supplies the service other here")
    sheet.service("other") { _ in SignalProducer(value: 1) }
    try sheet.send("go")
    #expect(sheet.value(of: "go.value") == 1)
  }

  @Test("A call at load that the sheet does not want any more is not made when its service comes")
  func cancelledBeforeSupplied() throws {
    let image = ManualService()
    let sheet = try Sheet(
      "input name = \"a\"\nservice avatar(name)\nfetch image = IF(name = \"a\", avatar(name), \"none\")")
    try sheet.set("name", to: "b")
    sheet.service("avatar", image.service)
    #expect(image.calls == [])
    #expect(sheet.value(of: "image") == "none")
  }

  @Test("A fetch cancels the request before, whose late answer goes nowhere")
  func fetch() throws {
    let image = ManualService()
    let sheet = try Sheet(
      "input name = \"a\"\nservice avatar(name)\nfetch image = avatar(name)\nsame = image",
      services: ["avatar": image.service])
    try sheet.set("name", to: "b")
    #expect(image.calls.map { $0[0] } == ["a", "b"])
    #expect(image.disposedCount == 1)
    image.observer(0).send(value: "late")
    #expect(sheet.value(of: "image").error?.code == .busy)
    image.reply("b.png")
    image.observer(0).sendCompleted()
    #expect(sheet.value(of: "same") == "b.png")
  }

  @Test("A sheet that is released in the middle of a call ends it")
  func release() throws {
    let service = ManualService()
    var sheet: Sheet? = try Sheet("service s()\naction go = s()", services: ["s": service.service])
    var events: [String] = []
    let action = sheet!.action("go")
    action.apply([]).start { events.append("\($0)") }
    weak let driver = sheet!.driver
    weak let weakSheet = sheet
    #expect(service.calls.count == 1)
    sheet = nil
    #expect(weakSheet == nil)
    #expect(driver == nil)
    #expect(service.disposedCount == 1)
    service.reply(1)
    #expect(events == ["INTERRUPTED"])
    var failed = false
    action.apply([]).startWithFailed { _ in failed = true }
    #expect(failed)
  }

  @Test("An action of the sheet is an action of the program")
  func action() throws {
    let (login, info) = (ManualService(), ManualService())
    let sheet = try Sheet(personAdding, services: ["login": login.service, "userInfo": info.service])
    let add = sheet.action("add")
    var states: [String] = []
    add.isEnabled.combineLatest(with: add.isExecuting).producer.startWithValues { states.append("\($0.0) \($0.1)") }
    var disabledCount = 0
    add.disabledErrors.observeValues { disabledCount += 1 }
    var log: [String] = []
    func apply(_ name: String) { add.apply([]).start { log.append("\(name) \($0)") } }
    apply("early")
    try sheet.set("username", to: "ada")
    apply("first")
    apply("second")
    login.reply(true)
    info.reply(.record(["name": "Ada"]))
    var errors: [String] = []
    add.errors.observeValues { errors.append($0.reason) }
    try sheet.send("add")
    login.latest.send(error: ServiceError("no"))
    apply("third")
    login.latest.sendInterrupted()
    #expect(disabledCount == 2)
    #expect(
      states == [
        "false false", "true false", "false true", "true false", "false true", "true false", "false true", "true false",
      ])
    #expect(
      log == [
        "early FAILED disabled", "second FAILED disabled", "first VALUE {name: \"Ada\", handle: \"ada\"}",
        "first COMPLETED", "third FAILED producerFailed(interrupted)",
      ])
    #expect(errors == ["no", "interrupted"])
  }

  @Test("An action takes its arguments, and says which it does not take")
  func arguments() throws {
    let sheet = try Sheet("action search(query) = query & \"!\"")
    let search = sheet.action("search")
    var log: [String] = []
    search.apply(["a"]).start { log.append("\($0)") }
    search.apply([]).start { log.append("\($0)") }
    #expect(log == ["VALUE a!", "COMPLETED", "FAILED producerFailed(search takes 1 argument, not 0)"])
    var values: [CellValue] = []
    search.values.observeValues { values.append($0) }
    search <~ SignalProducer(value: ["b"])
    #expect(values == ["b!"])
  }

  @Test("A thousand open calls are answered in any order")
  func manyCalls() throws {
    let service = ManualService()
    let text = (0..<1_000).map { "fetch image_\($0) = s(\($0))" }.joined(separator: "\n")
    let sheet = try Sheet("service s(n)\n" + text, services: ["s": service.service])
    #expect(service.calls.count == 1_000)
    for (index, call) in service.calls.enumerated().reversed() where index % 10 == 0 {
      service.observer(index).send(value: call[0])
      service.observer(index).sendCompleted()
    }
    #expect(sheet.value(of: "image_990") == 990)
    #expect(sheet.value(of: "image_991").error?.code == .busy)
  }

  @Test("A sheet reaches only the hosts that the program permits")
  func network() async throws {
    let server = try LoopbackServer(PeopleService().answer)
    let text = """
      service userInfo(handle) = HTTP.GET("\(server.url("/users/"))" & handle)
      fetch name = userInfo("nsmeetup").name else "…"
      action bad = userInfo("nobody")
      """
    let refused = try Sheet(text)
    #expect(refused.value(of: "name").error?.code == .notAvailable)
    #expect(server.requests.isEmpty)
    let sheet = try Sheet(text, network: NetworkPermission(hosts: ["127.0.0.1"]))
    #expect(await eventually { sheet.value(of: "name") == "NSMeetup" })
    try sheet.send("bad")
    #expect(await eventually { String(standingFor: sheet.value(of: "bad.error")).hasPrefix("404") })
  }

  @Test("Answers arrive from many threads while others set and read")
  func threads() async throws {
    let sheet = try Sheet(
      """
      input n = 0
      service s(n)
      fetch square = s(n) else 0
      event tick: number
      state ticks = 0 { on tick : ticks + 1 }
      action go(x) = s(x)
      """,
      services: [
        "s": { call in
          SignalProducer { observer, _ in
            DispatchQueue.global().async {
              observer.send(value: .number(Double(standingFor: call[0]) * Double(standingFor: call[0])))
              observer.sendCompleted()
            }
          }
        }
      ])
    let told = Atomic(0)
    sheet.event("tick").observeValues { _ in told.modify { $0 += 1 } }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for round in 0..<100 {
            try? sheet.set("n", to: .number(Double(thread * 100 + round)))
            try? sheet.send("tick", .number(Double(round)))
            try? sheet.send("go", 3)
            _ = sheet.value(of: "square")
          }
        }
      }
    }
    try sheet.set("n", to: 12)
    #expect(await eventually { sheet.value(of: "square") == 144 && told.value == 400 })
    #expect(await eventually { sheet.value(of: "go.isExecuting") == false })
    #expect(sheet.value(of: "ticks") == 400)
    #expect(sheet.value(of: "go.value") == 9)
  }
}

extension SheetServicesTests {
  @Test("Sheets are released while their answers arrive and their timers run")
  func releaseAmongThreads() async throws {
    let open = Atomic(0)
    nonisolated(unsafe) let service: Sheet.Service = { call in
      SignalProducer { observer, lifetime in
        open.modify { $0 += 1 }
        lifetime.observeEnded { open.modify { $0 -= 1 } }
        DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(50)) {
          observer.send(value: call[0])
          observer.sendCompleted()
        }
      }
    }
    // Threads that sleep: tasks would have their turn again when other tests have ended, and the timers run till then.
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for round in 0..<50 {
        let sheet = try? Sheet(
          "input n = 0\nservice s(n)\nfetch a = s(n)\nfetch b = s(a)\nstate t = 0 { on EVERY(0.002) : t + 1 }",
          services: ["s": service])
        let input = sheet?.input("n")
        input?.value = .number(Double(round))
        if round.isMultiple(of: 3) { usleep(200) }
      }
    }
    #expect(await eventually { open.value == 0 })
  }
}

/// What a service sends, and what comes of it.
struct ServiceCase: Sendable, CustomTestStringConvertible {
  let name: String
  let values: [CellValue]
  /// The end of the run; `nil` while it goes on.
  let end: String?
  let send: @Sendable (Signal<CellValue, ServiceError>.Observer) -> Void

  var testDescription: String { name }

  var producer: SignalProducer<CellValue, ServiceError> { SignalProducer { [send] observer, _ in send(observer) } }

  static let all = [
    ServiceCase(name: "one value", values: [1], end: "succeeded 1") {
      $0.send(value: 1)
      $0.sendCompleted()
    },
    ServiceCase(name: "two values", values: [1, 2], end: "succeeded 2") {
      $0.send(value: 1)
      $0.send(value: 2)
      $0.sendCompleted()
    },
    ServiceCase(name: "no end", values: [1], end: nil) {
      $0.send(value: 1)
      _ = Unmanaged.passRetained($0)
    },
    ServiceCase(name: "nothing", values: [], end: "succeeded ") { $0.sendCompleted() },
    ServiceCase(name: "failure", values: [], end: "failed no") { $0.send(error: ServiceError("no")) },
    ServiceCase(name: "late failure", values: [1], end: "failed no") {
      $0.send(value: 1)
      $0.send(error: ServiceError("no"))
    },
    ServiceCase(name: "interruption", values: [], end: "failed interrupted") { $0.sendInterrupted() },
    ServiceCase(name: "silence", values: [], end: nil) { _ in },
  ]
}
