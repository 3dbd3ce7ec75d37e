import Functions

/// How many arguments a call must have to be entered, as Excel enters it.
///
/// What a formula is evaluated with may be less: workbooks of other programs have such calls, and these have their values.
struct EnteredArity {
  private let function: SheetFunction
  private let least: Int
  /// Whether arguments come in twos.
  private let isPaired: Bool

  init(of function: SheetFunction) {
    self.function = function
    switch function.form {
    case .choice(comparesFirst: false): (least, isPaired) = (2, true)
    case .choice(comparesFirst: true): (least, isPaired) = (3, false)
    default: (least, isPaired) = (function.arity.min, false)
    }
  }

  func takes(_ count: Int) -> Bool {
    count >= least && function.arity.max.map { count <= $0 } ?? true && !(isPaired && !count.isMultiple(of: 2))
  }

  /// The number in words, such as `1 to 2 arguments`.
  var phrase: String {
    if isPaired { return "an even number of arguments" }
    guard least != function.arity.min else { return function.arityPhrase }
    return function.arity.max.map { "\(least) to \($0) arguments" } ?? "at least \(least) arguments"
  }
}
