import Testing

@testable import Workbooks
