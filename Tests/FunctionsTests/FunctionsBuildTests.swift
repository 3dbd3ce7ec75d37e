import Testing

@testable import Functions
