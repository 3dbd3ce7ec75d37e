import CellModel

/// The fetches of a sheet whose text was just loaded, of which some have been asked before.
///
/// These rules hold after ``settle()``:
///
/// - R1. A fetch keeps the value it had, or its open call, only while it reads what it had read.
/// - R2. Any other has seen what it read while the text was loaded, so that it asks again where it reads something else
///   now.
struct CarriedFetches {
  private let sheet: LiveSheet
  private let main: TimeInstance?
  /// What fetches had read and held when the text was loaded.
  private let readAtLoad: [[CellValue]]
  private let valuesAtLoad: [CellValue]
  /// What those that keep what they had have read, by their numbers.
  private var reads: [Int: [CellValue]] = [:]

  init(_ sheet: LiveSheet) {
    self.sheet = sheet
    main = sheet.timeline.instances.first
    readAtLoad = main?.seen.fetched ?? []
    valuesAtLoad = main.map { main in main.form.fetches.map { sheet.engine.value(at: main.at($0.cell)) } } ?? []
  }

  var kept: Set<Int> { Set(reads.keys) }

  func number(at address: CellAddress) -> Int? {
    main?.form.fetches.firstIndex { main?.at($0.cell) == address }
  }

  /// Notes that a fetch keeps what it had, as long as it reads the same.
  mutating func keep(_ number: Int, reading values: [CellValue]) { reads[number] = values }

  /// Lets those go that read something else, in a sheet whose cells have been put back.
  mutating func settle() {
    guard let main else { return }
    // What one has given may be what another reads.
    while true {
      let stale = reads.filter { number, values in
        number >= main.seen.fetched.count || !main.seen.fetched[number].isIdentical(to: values)
      }
      if stale.isEmpty { break }
      for number in stale.keys { reads[number] = nil }
      sheet.restore(stale.keys.map { (.cell(main.at(main.form.fetches[$0].cell)), .value(valuesAtLoad[$0])) })
    }
    for number in readAtLoad.indices where reads[number] == nil && number < main.seen.fetched.count {
      main.seen.fetched[number] = readAtLoad[number]
    }
  }
}
