import Testing

@testable import Propagation
