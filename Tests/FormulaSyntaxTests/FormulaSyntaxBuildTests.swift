import Testing

@testable import FormulaSyntax
