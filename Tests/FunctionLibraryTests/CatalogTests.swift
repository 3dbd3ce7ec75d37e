import CellModel
import Foundation
import Functions
import TestSupport
import Testing

@testable import FunctionLibrary

/// The catalog against the list of functions that it shall have.
@Suite("Catalog")
struct CatalogTests {
  /// One line of `References/functions.csv`.
  struct ListedFunction {
    let name: String
    let isWanted: Bool
    /// The function of which it is another name, or empty.
    let sameAs: String
  }

  static let list: [ListedFunction] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "References/functions.csv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return ListedFunction(name: fields[0], isWanted: fields[9] == "yes", sameAs: fields[10])
    }
  }()

  private let catalog = FunctionCatalog.standard

  @Test("Every function that is wanted is there, and every other has its reason")
  func complete() {
    #expect(Self.list.count > 500)
    for listed in Self.list {
      if !listed.isWanted {
        #expect(catalog.function(named: listed.name) == nil, "\(listed.name)")
        #expect(catalog.absence(of: listed.name)?.hasPrefix(listed.name + " ") == true, "\(listed.name) has no reason")
      } else {
        #expect(catalog.function(named: listed.name) != nil, "\(listed.name) is missing")
      }
    }
  }

  @Test("A name that is another one's leads to the same function")
  func sameFunction() {
    for listed in Self.list where !listed.sameAs.isEmpty {
      #expect(
        catalog.function(named: listed.name)?.name == catalog.function(named: listed.sameAs)?.name, "\(listed.name)")
    }
  }

  @Test("The reason of an absent function is a sentence, and ends in the error of a formula that calls it")
  func absence() {
    for name in HostFunctions.names { #expect(HostFunctions.reason(for: name)?.hasSuffix(".") == true, "\(name)") }
    #expect(HostFunctions.names == CatalogTests.list.filter { !$0.isWanted }.map(\.name).sorted())
    #expect(catalog.absence(of: "_xlfn.webservice")?.hasPrefix("WEBSERVICE ") == true)
    #expect(catalog.absence(of: "SUM") == nil)
    #expect(catalog.absence(of: "NOTHING") == nil)
  }

  @Test("Every function says where its meaning is laid down")
  func sources() {
    for function in catalog.functions { #expect(function.source?.isEmpty == false, "\(function.name)") }
    let rows = [
      ("PMT", "OpenFormula §6.12"), ("CEILING", "OpenFormula §6.17"),
      ("XLOOKUP", "Microsoft Support, XLOOKUP function"),
      ("PREVIOUS", "Sheaf"),
    ]
    for (name, source) in rows { #expect(catalog.function(named: name)?.source == source, "\(name)") }
  }

  @Test("Every function has four examples: one is an error, and one an array where a parameter lifts")
  func examples() {
    for function in catalog.functions {
      let lacks = Self.lacks(of: function)
      #expect(lacks.isEmpty, "\(function.name): \(lacks)")
    }
  }

  static func lacks(of function: SheetFunction) -> [String] {
    var lacks: [String] = []
    if function.examples.count < 4 { lacks.append("has \(function.examples.count) examples") }
    if !function.examples.contains(where: { $0.result.isError }) { lacks.append("has no error") }
    let lifts = function.parameters.contains(where: \.lifts)
    // What chance or the clock gives cannot be written down as an array.
    let isShown = function.examples.contains { example in
      if case .array = example.result { return true }
      return function.traits.contains(.volatile) && example.formula.contains("{")
    }
    if lifts, !isShown { lacks.append("has no array") }
    return lacks
  }
}
