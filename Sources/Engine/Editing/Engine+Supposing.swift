import CellModel

extension Engine {
  /// Looks at the cells as they would be if some were set; all is as it was when the body returns.
  ///
  /// Whoever is told what is written hears nothing of it. Chance and the clock go on, as with any recalculation.
  package func supposing<Result>(_ sets: [(address: CellAddress, value: CellValue)], _ body: () -> Result) -> Result {
    settings.atOneTime {
      let former = unobserved {
        let collection = editor.history.beginCollection()
        for set in sets { editor.setConstant(set.value, at: set.address) }
        return editor.history.end(collection)
      }
      recalculate()
      defer {
        _ = unobserved { editor.replay(former) }
        recalculate()
      }
      return body()
    }
  }

  private func unobserved(_ body: () -> EditStep) -> EditStep {
    let observer = settings.accessObserver
    settings.accessObserver = nil
    defer { settings.accessObserver = observer }
    return body()
  }
}
