import CellModel

/// A formula, the cells that it reads, and the value that another project's tests expect of it.
struct OutsideCase: Decodable, Sendable {
  /// A value as the files write it: what kind it is, and the value itself.
  struct Expected: Decodable, Sendable {
    let value: CellValue

    private enum Key: String, CodingKey { case type, value }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      switch try container.decode(String.self, forKey: .type) {
      case "number": value = .number(try container.decode(Double.self, forKey: .value))
      case "text": value = .text(try container.decode(String.self, forKey: .value))
      case "bool": value = .logical(try container.decode(Bool.self, forKey: .value))
      case "blank": value = .blank
      case "error":
        let text = try container.decode(String.self, forKey: .value)
        guard let code = ErrorCode(text: text) else {
          throw DecodingError.dataCorruptedError(forKey: .value, in: container, debugDescription: "no error \(text)")
        }
        value = .error(CellError(code))
      case let kind:
        throw DecodingError.dataCorruptedError(forKey: .type, in: container, debugDescription: "no type \(kind)")
      }
    }
  }

  /// What stands in a cell before the formula is evaluated.
  enum Input: Decodable, Sendable {
    case constant(CellValue)
    case formula(String)

    private struct Formula: Decodable { let formula: String }
    private struct Failure: Decodable { let error: String }

    init(from decoder: any Decoder) throws {
      if let formula = try? Formula(from: decoder) {
        self = .formula(formula.formula)
        return
      }
      if let failure = try? Failure(from: decoder), let code = ErrorCode(text: failure.error) {
        self = .constant(.error(CellError(code)))
        return
      }
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .constant(.blank)
      } else if let logical = try? container.decode(Bool.self) {
        self = .constant(.logical(logical))
      } else if let number = try? container.decode(Double.self) {
        self = .constant(.number(number))
      } else {
        self = .constant(.text(try container.decode(String.self)))
      }
    }
  }

  struct Tolerance: Decodable, Sendable {
    let abs: Double?
    let rel: Double?
  }

  let id: String
  let formula: String
  let sheet: String
  /// Where the formula stands; some files only number their cases.
  let cell: String
  let expected: Expected
  let expectedArray: [[Expected]]?
  let tolerance: Tolerance?
  /// Whether the project wrote what it expects as a text, so that `12` may be the text `"12"` as well.
  let isExpectedAsText: Bool
  /// The cells of each sheet.
  let inputs: [String: [String: Input]]
  let names: [String: String]

  private enum Key: String, CodingKey {
    case id, formula, sheet, cell, expected, tolerance, flags, inputs, names
    case expectedArray = "expected_array"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    id = try container.decode(String.self, forKey: .id)
    formula = try container.decode(String.self, forKey: .formula)
    sheet = try container.decode(String.self, forKey: .sheet)
    cell = try container.decode(String.self, forKey: .cell)
    expected = try container.decode(Expected.self, forKey: .expected)
    expectedArray = try container.decodeIfPresent([[Expected]].self, forKey: .expectedArray)
    tolerance = try container.decodeIfPresent(Tolerance.self, forKey: .tolerance)
    isExpectedAsText =
      try container.decodeIfPresent([String].self, forKey: .flags)?.contains("expected-as-string") ?? false
    names = try container.decodeIfPresent([String: String].self, forKey: .names) ?? [:]
    if let flat = try? container.decodeIfPresent([String: Input].self, forKey: .inputs) {
      inputs = [sheet: flat]
    } else {
      inputs = try container.decodeIfPresent([String: [String: Input]].self, forKey: .inputs) ?? [:]
    }
  }
}
