import Testing

@testable import Sheaf
