/// How a driver gets at its sheet, which is for one thread at a time.
package protocol SheetAccess: AnyObject {
  /// Reads while nobody changes the sheet; `nil` when the sheet is not there any more.
  func read<Result>(_ body: () -> Result) -> Result?

  /// Makes a change while nobody else uses the sheet; nothing happens when that is not there any more.
  func change(_ body: () -> Void)

  /// Does something as soon as nobody uses the sheet: what calls others, who may use it in turn.
  func afterwards(_ action: @escaping () -> Void)
}

/// The access to a sheet that one thread has for itself.
package final class SoleAccess: SheetAccess {
  private var depth = 0
  private var waiting: [() -> Void] = []

  package init() {}

  package func read<Result>(_ body: () -> Result) -> Result? { body() }

  package func change(_ body: () -> Void) {
    depth += 1
    body()
    depth -= 1
    // What is done may make changes, which do the rest.
    while depth == 0, !waiting.isEmpty { waiting.removeFirst()() }
  }

  package func afterwards(_ action: @escaping () -> Void) {
    if depth > 0 { waiting.append(action) } else { action() }
  }
}
