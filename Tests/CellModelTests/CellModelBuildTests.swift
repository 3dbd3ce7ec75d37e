import Testing

@testable import CellModel
