import CellModel
import Diagnostics
import Foundation
@_exported import FunctionLibrary
@_exported import Functions
import Hosting
import LiveSheets
import ReactiveCore
@_exported import ReactiveCore
import SheetText

@_exported import struct CellModel.CellArray
@_exported import struct CellModel.CellError
@_exported import class CellModel.CellRecord
@_exported import enum CellModel.CellValue
@_exported import enum CellModel.ErrorCode
@_exported import struct Hosting.NetworkPermission
@_exported import struct LiveSheets.ServiceError

/// A live sheet: cells that follow their formulas.
///
/// ```swift
/// let sheet = try Sheet("A = 20\nB = 10\nC = (A + 50) + (B - 10)")
/// sheet["C"].producer.startWithValues { print($0) }        // 70
/// sheet.input("A").value = 30                                // 80
/// sheet.input("B") <~ slider.values                          // any Signal, SignalProducer or Property
/// try sheet.transaction { $0["A"] = 20; $0["B"] = 10 }       // one instant
/// let total = sheet["C"].number.map { $0 * 1.19 }
/// ```
///
/// A change takes effect together with all that follows from it, in one instant: whoever reads or observes sees only
/// settled values. Cells are properties like all others of a program, so what combines cells of several sheets sees settled
/// values, too. A sheet may be used from any thread, and sheets that nothing combines do not wait for each other; observers
/// are called by the thread that made the change.
///
/// Time in a sheet is that of a scheduler. Its timers run on the scheduler and those that are due run before any other
/// change; with a ``TestScheduler`` a test lets them run.
///
/// ```swift
/// sheet.service("userInfo") { call in api.user(call[0]) }    // a SignalProducer<CellValue, ServiceError>
/// sheet.target("add") <~ button.taps
/// sheet.event("add.succeeded").observeValues { show($0) }
/// ```
public final class Sheet: @unchecked Sendable {
  let live: LiveSheet
  let driver: SheetDriver
  let services: ServiceRegistry
  private let access: GraphAccess
  let host: GraphHost<Area, CellValue>
  /// Ends when the sheet is released.
  public let lifetime: Lifetime
  private let token: Lifetime.Token
  var changes: FollowedAreas { access.changes }
  let inputs = InputProperties()
  let refusalPipe = Signal<SetError, Never>.pipe()
  let reportPipe: (output: Signal<SheetError, Never>, input: Signal<SheetError, Never>.Observer)

  /// Loads a sheet from its text.
  ///
  /// - Parameters:
  ///   - text: The text of a `.sheet` file.
  ///   - name: The name that messages give as its file.
  ///   - catalog: The functions that formulas may call; add families of your own with ``FunctionCatalog/adding(_:)``.
  ///   - files: Reads what `table … from "…"` and `use` name; without it such a statement is an error.
  ///   - services: What the program supplies from the start; ``service(_:_:)`` supplies more.
  ///   - network: The hosts that the sheet may reach with `HTTP.GET` and its kin.
  ///   - scheduler: Tells the time and runs the timers; it also is the clock of `NOW()`. A queue of
  ///     the sheet's own unless another is given, such as `QueueScheduler.main` or a ``TestScheduler``.
  ///   - timeZone: The time zone of `NOW()`.
  ///   - stepLimit: The most steps that one evaluation of a formula may take, calls of LAMBDAs above all; more is `#NUM!`.
  /// - Throws: ``SheetError`` with every diagnostic of the text when any of them is an error.
  public init(
    _ text: String, named name: String = "sheet", catalog: FunctionCatalog = .standard,
    files: ((String) throws -> [UInt8])? = nil, services: [String: Service] = [:],
    network: NetworkPermission = .none, scheduler: any DateScheduler = QueueScheduler(name: "sheaf"),
    timeZone: TimeZone = .autoupdatingCurrent, stepLimit: Int = 10_000_000
  ) throws(SheetError) {
    let clock = SheetClock(scheduler)
    let registry = ServiceRegistry(
      services.mapValues { service in { service(Call($0)) } }, HTTPClient(network, clock: scheduler))
    var environment = LiveSheet.Environment(
      catalog: catalog, now: { clock.serial(in: timeZone) },
      services: .program { registry.supplies($0, hasBody: $1) })
    if let files { environment.readFile = files }
    environment.stepLimit = stepLimit
    let live = LiveSheet(SheetDocument(name: name, text, keepsTrees: false), environment: environment)
    if live.hasErrors { throw SheetError(live.diagnostics, in: live.document.source) }
    let reportPipe = Signal<SheetError, Never>.pipe()
    let (access, source) = (GraphAccess(live), live.document.source)
    let driver = SheetDriver(live, clock, services: registry, access: access) { news in
      if case .reports(let reports) = news { reportPipe.input.send(value: SheetError(reports, in: source)) }
    }
    (self.live, self.services, self.access, self.driver) = (live, registry, access, driver)
    self.reportPipe = reportPipe
    (lifetime, token) = Lifetime.make()
    host = GraphHost { sets in
      driver.change { live.setAccepted(sets.map { ($0.key.topLeft, $0.value) }) }
      return access.changes.keys()
    } read: {
      FollowedCells(of: live).value(of: $0)
    } areEqual: {
      $0 == $1
    }
    access.sheet = self
    registry.loadingIsOver()
    if live.isInTime { driver.begin() }
  }

  deinit { driver.end() }

  /// The value of a cell, a range or a table: `C`, `B7`, `ledger[2].A`, `ledger[C]`; `#NAME?` for what is not there.
  public func value(of path: String) -> CellValue {
    host.read {
      switch live.cell(path) {
      case .success(let cell): live.value(of: cell)
      case .failure(let failure): .error(.name(failure.message + "."))
      }
    }
  }

  /// The value of a cell as it is displayed, in its format.
  public func text(of path: String) -> String {
    host.read {
      switch live.cell(path) {
      case .success(let cell): live.text(of: cell)
      case .failure: ErrorCode.name.text
      }
    }
  }

  /// The names of the cells in the order of their definition.
  public var names: [String] { host.read { live.cells.map(\.name) } }

  /// Sets an input or a constant.
  ///
  /// - Throws: ``SetError`` when there is no such cell, when it is a formula, or when it does not accept the value; the
  ///   old value stays.
  public func set(_ path: String, to value: CellValue) throws(SetError) {
    do throws(Refusal) {
      try perform { () throws(Refusal) in try live.set(path, to: value) }
    } catch { throw SetError(error) }
  }

  /// Several changes that take effect in one instant, all of them or none.
  public struct Transaction {
    fileprivate var change: LiveSheet.Transaction
    fileprivate var refusal: Refusal?

    /// Sets an input or a constant; the transaction throws when it is refused.
    public subscript(path: String) -> CellValue {
      @available(*, unavailable, message: "read cells from the sheet; inside a transaction nothing has changed yet")
      get { .blank }
      set {
        guard refusal == nil else { return }
        do throws(Refusal) { try change.set(path, to: newValue) } catch { refusal = error }
      }
    }
  }

  /// Makes several changes in one instant.
  ///
  /// ```swift
  /// try sheet.transaction {
  ///   $0["A"] = 20
  ///   $0["B"] = 10
  /// }
  /// ```
  ///
  /// - Throws: ``SetError`` for the first change that is refused, and then nothing is changed.
  public func transaction(_ body: (inout Transaction) -> Void) throws(SetError) {
    do throws(Refusal) {
      try perform { () throws(Refusal) in
        try live.transaction { (change) throws(Refusal) in
          var transaction = Transaction(change: change)
          body(&transaction)
          if let refusal = transaction.refusal { throw refusal }
          change = transaction.change
        }
      }
    } catch { throw SetError(error) }
  }

  /// The value of an expression over the sheet's cells.
  ///
  /// - Throws: ``SheetError`` when the expression cannot be read or names what is not there.
  public func evaluate(_ expression: String) throws(SheetError) -> CellValue {
    switch host.read({ live.evaluate(expression) }) {
    case .success(let found): return found.value
    case .failure(let failure): throw SheetError(failure.diagnostics, in: failure.source)
    }
  }

  /// Evaluates every formula of an area again, or of the whole sheet, and all that depends on what changed.
  ///
  /// Nothing asks for this but measurements: a formula whose precedents are unchanged gives what it gave.
  public func recalculate(only path: String? = nil) {
    perform { live.recalculate(only: path) }
  }

  // MARK: Checks

  /// The labels of the `always` and `never` checks that do not hold now.
  public var brokenChecks: [String] { host.read { live.checks.broken.map(\.label) } }
}

/// What is wrong with a text that was to be loaded or evaluated, or with one that runs.
public struct SheetError: Error, CustomStringConvertible {
  public let diagnostics: [Diagnostic]
  private let source: SourceText

  init(_ diagnostics: [Diagnostic], in source: SourceText) {
    self.diagnostics = diagnostics
    self.source = source
  }

  /// What a program gives a formula under a name is of a type that no cell holds.
  init(namingNoCell name: String) {
    self.init(
      [
        Diagnostic(
          code: DiagnosticCode.unknownName.rawValue,
          "\(name) is a property of neither numbers, texts, logicals nor values of cells",
          at: SourceSpan(0, name.utf8.count))
      ], in: SourceText(name: "names", name))
  }

  /// A line for each thing that is wrong: its place, what it is, why, and what was probably meant.
  public var description: String {
    diagnostics.map { diagnostic in
      let label = diagnostic.labels.first
      let place = label.map { label in
        let (line, column) = source.location(of: label.span.lower)
        return "\(source.name):\(line):\(column): "
      }
      let words = [diagnostic.message, label?.text, diagnostic.help].compactMap(\.self).filter { !$0.isEmpty }
      return (place ?? "") + words.joined(separator: "; ")
    }.joined(separator: "\n")
  }
}

/// Why a cell was not set, or an event or action did not happen.
public struct SetError: Error, CustomStringConvertible {
  public let cell: String
  public let message: String
  public let suggestion: String?
  public var description: String { message + (suggestion.map { "; did you mean \($0)?" } ?? "") }

  init(_ cell: String, _ message: String) {
    (self.cell, self.message, suggestion) = (cell, message, nil)
  }

  init(_ refusal: Refusal) {
    cell = refusal.cell
    message = refusal.message
    suggestion = refusal.suggestion
  }
}
