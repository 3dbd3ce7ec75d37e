import CellModel

/// Areas of cells as keys of what follows a sheet from outside.
extension LiveSheet {
  /// The cells whose values changed since the last call, while ``recordsChanges`` is set.
  package func takeChangedAddresses() -> [CellAddress] {
    engine.takeChanges().compactMap { $0.address.grid == loaded.grids.checks ? nil : $0.address }
  }

  /// The value of the only cell of an area, or the array of its values.
  package func value(in area: Area) -> CellValue {
    area.isSingleCell ? engine.value(at: area.topLeft) : engine.array(of: area)
  }
}
