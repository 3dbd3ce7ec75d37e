import Functions
import Testing

@testable import FunctionLibrary

@Suite("Kernels of engineering")
struct MathEngineering {
  @Test("Units go there and back, prefixes count twice in areas")
  func units() throws {
    #expect(try MeasureUnits.convert(68, from: "F", to: "C") == 20)
    #expect(try MeasureUnits.convert(100, from: "C", to: "F") == 212)
    #expect(try MeasureUnits.convert(1, from: "km2", to: "m2") == 1e6)
    #expect(try MeasureUnits.convert(1, from: "Mibyte", to: "kibyte") == 1024)
    #expect(abs(try MeasureUnits.convert(1, from: "mi", to: "km") - 1.609344) < 1e-12)
    #expect(throws: MeasureUnits.Failure.differentKind) { try MeasureUnits.convert(1, from: "m", to: "g") }
    #expect(throws: MeasureUnits.Failure.unknown) { try MeasureUnits.convert(1, from: "kmi", to: "m") }
  }

  @Test("Units have the sizes of their definitions")
  func definitions() throws {
    for row in try referenceRows("units") {
      let size = try #require(Double(row[2]))
      #expect(abs(try MeasureUnits.convert(1, from: row[0], to: row[1]) / size - 1) < 1e-15, "\(row)")
    }
  }

  @Test("Temperatures meet at the fixed points without rounding")
  func temperatures() throws {
    for (freezing, boiling, unit) in [(0, 100, "C"), (32, 212, "F"), (0, 80, "Reau"), (273.15, 373.15, "K")] {
      #expect(try MeasureUnits.convert(0, from: "C", to: unit) == freezing)
      #expect(try MeasureUnits.convert(100, from: "C", to: unit) == boiling)
      #expect(try MeasureUnits.convert(boiling, from: unit, to: "F") == 212)
    }
    #expect(try MeasureUnits.convert(491.67, from: "Rank", to: "K") == 273.15)
    #expect(try MeasureUnits.convert(1, from: "K", to: "mK") == 1000)
    #expect(throws: MeasureUnits.Failure.unknown) { try MeasureUnits.convert(1, from: "kF", to: "F") }
  }

  @Test("Units that are no metric ones take no prefix, and only information takes a binary one")
  func prefixes() throws {
    for name in ["kmi", "kpt", "kiqt", "kmin", "kgal", "kBTU", "kim", "kHP", "kha", "Kg", "kcup", "kg2", ""] {
      #expect(throws: MeasureUnits.Failure.unknown, "\(name)") { try MeasureUnits.convert(1, from: name, to: "m") }
    }
  }

  @Test("Complex numbers are read as they are written")
  func parsing() {
    #expect(ComplexNumber.parsing("3+4i")?.number == ComplexNumber(3, 4))
    #expect(ComplexNumber.parsing("-j")?.number == ComplexNumber(0, -1))
    #expect(ComplexNumber.parsing("1e3-2.5E-2i")?.number == ComplexNumber(1000, -0.025))
    for text in ["", "3+4", "i3", "1+2k", "infi", "0x1i", "--i", "1e999"] {
      #expect(ComplexNumber.parsing(text) == nil, "\(text)")
    }
    #expect(ComplexNumber(-1).squareRoot == ComplexNumber(6.123233995736766e-17, 1))
    #expect(ComplexNumber(2, 3).power(3) == ComplexNumber(-46, 9))
  }

  @Test("The modified Bessel functions fulfil their relation I₀K₁ + I₁K₀ = 1/x")
  func bessel() {
    for x in [0.01, 0.5, 2, 10, 50, 300] {
      let first = BesselFunctions.modifiedFirst(x, order: 0) * BesselFunctions.modifiedSecond(x, order: 1)
      let second = BesselFunctions.modifiedFirst(x, order: 1) * BesselFunctions.modifiedSecond(x, order: 0)
      #expect(abs((first + second) * x - 1) < 1e-6, "\(x)")
    }
  }
}
