import Testing

@testable import SheetText
