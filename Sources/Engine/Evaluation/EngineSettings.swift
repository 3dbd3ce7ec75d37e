import CellModel
import Formulas
import Functions

/// What an engine takes from outside while it works: the clock, chance, and who wants to stop it or to know.
package final class EngineSettings {
  /// The formula in a cell as it is shown to its author, with `=`; `nil` where that is not known.
  package var shownFormula: (CellAddress) -> String? = { _ in nil }
  /// What a reference that was written in a text means in a cell; by default, as it is written.
  package var textReading: (FormulaTree, CellAddress) -> FormulaTree = { tree, _ in tree }
  /// How a circle through a cell settles, of a scope that lets circles settle; `nil` where this one does not. It is to be
  /// set before there are formulas.
  package var iteration: (CellAddress, Iteration) -> Iteration? = { _, ofScope in ofScope }
  /// How the text in a cell is pronounced, where its file says it; to be set before there are formulas.
  package var phonetics: (CellAddress) -> PhoneticText? = { _ in nil }
  /// The pivot table of which some cells lie in an area; to be set before there are formulas.
  package var pivotReport: (Area) -> PivotReport? = { _ in nil }
  @exclusivity(unchecked) var clock = StandingClock { 36_526 }
  package var randomSeed: UInt64 = 0x5EAF { didSet { random = RandomSequence(seed: randomSeed) } }
  private var random = RandomSequence(seed: 0x5EAF)
  /// The most steps that one evaluation of a formula may take: calls of LAMBDAs, and elements of arrays by sixteens.
  @exclusivity(unchecked) package var stepLimit = EvaluationLimits.defaultSteps
  /// Asked once per block of work and step; a recalculation stops, resumably, when it gives `true`.
  @exclusivity(unchecked) package var isCancelled: () -> Bool = { false }
  /// Whether there is memory for more.
  @exclusivity(unchecked) var memory = MemoryWatch()
  /// When work is cut into pieces for several threads.
  var splitting = Splitting()
  /// Told about reads and writes from outside while somebody wants to know.
  @exclusivity(unchecked) package var accessObserver: (any AccessObserver)?

  package static var defaultStepLimit: Int { EvaluationLimits.defaultSteps }

  init() {}

  /// The current date and time, counted from 1900; what is calculated together is told the same time.
  package var readTime: () -> Double {
    get { clock.read }
    set { clock.read = newValue }
  }

  /// Gives the most memory that there may be, in MB, where more is in use; asked now and then while formulas take steps.
  ///
  /// Whatever then asks for more ends with an error value.
  package var exceededMemory: () -> Int? {
    get { memory.exceededLimit }
    set { memory.exceededLimit = newValue }
  }

  /// What a thread that helps works with: the same, but that it asks nothing of anybody else.
  ///
  /// - Parameters:
  ///   - isCancelled: Whether to stop, asked on the thread that helps.
  ///   - hasMemory: Whether there is memory to go on, asked now and then on the thread that helps.
  ///   - giveUp: Called where a formula wants to know the time, or there may be too little memory.
  func forHelper(
    isCancelled: @escaping () -> Bool, hasMemory: @escaping () -> Bool, giveUp: @escaping () -> Void
  ) -> EngineSettings {
    let settings = EngineSettings()
    settings.stepLimit = stepLimit
    settings.isCancelled = isCancelled
    settings.clock.read = {
      giveUp()
      return 0
    }
    settings.memory.exceededLimit = {
      if !hasMemory() { giveUp() }
      return nil
    }
    return settings
  }

  /// The current date and time as a date system counts it.
  func now(in dateSystem: DateSystem) -> Double {
    let time = clock.time()
    return dateSystem == .from1904 ? time - DateSystem.daysBetween : time
  }

  /// A number in 0 ..< 1.
  func nextRandom() -> Double { Double(random.next() >> 11) * 0x1p-53 }
}

/// Asks now and then whether there is memory for more work.
///
/// A step of an evaluation also stands for some hundred bytes. Steps are counted over all evaluations, because what fills
/// the memory may be many cells of which each takes little.
struct MemoryWatch {
  /// How many steps pass between two questions.
  private static let interval = 1 << 15

  /// Gives the most memory that there may be, in MB, where more is in use.
  var exceededLimit: () -> Int? = { nil }
  private(set) var passed = 0
  /// The limit, while it is exceeded.
  private(set) var limit: Int?

  /// Counts steps; asks every time while there is too little.
  @inline(__always)
  mutating func isShort(after steps: Int) -> Bool {
    passed += steps
    return passed > Self.interval && ask()
  }

  private mutating func ask() -> Bool {
    limit = exceededLimit()
    if limit == nil { passed = 0 }
    return limit != nil
  }
}

/// Room to work in, made once and lent to one pass at a time.
final class Workspace {
  let scratch = KernelScratch()
  let cache = EvaluationCache()
  let arrays = KeptArrays()
  var memory: EvaluationMemory { EvaluationMemory(cache, arrays) }
  /// Room for threads that help.
  private var helpers: [KernelScratch] = []

  init() {}

  deinit {
    scratch.deallocate()
    for scratch in helpers { scratch.deallocate() }
  }

  /// Room for as many threads, each of which has its own.
  func scratches(_ count: Int) -> [KernelScratch] {
    while helpers.count < count - 1 { helpers.append(KernelScratch()) }
    // Cells may have changed since they helped last.
    for scratch in helpers { scratch.folds.pointee.forget() }
    return [scratch] + helpers
  }

  /// Forgets what functions kept, because cells have changed since, but for indexes that find out where.
  func forget() {
    cache.forgetAnswers()
    arrays.passChange()
    scratch.folds.pointee.forget()
  }

  /// Gives back what is kept for a pass.
  func endPass() { arrays.calls.removeAll() }

  /// Forgets indexes, too, because what is read has to be noted or has no value yet.
  func forgetAll() {
    cache.forgetAllButFacts()
    arrays.calls.removeAll()
    scratch.folds.pointee.forget()
  }
}
