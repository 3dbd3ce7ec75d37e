/// The units of CONVERT, by kind, each with its size in the first unit of its kind.
///
/// Factors are the legal definitions (international yard and pound, thermochemical calorie, 1 u of CODATA 2018).
enum MeasureUnits {
  enum Failure: Error { case unknown, differentKind }

  struct Unit {
    let kind: Int
    let size: Double
    /// What the size is divided by, where that is exact and the quotient is not: a degree Fahrenheit is 5/9 kelvin.
    var parts: Double = 1
    /// The temperature at which water freezes, for scales of temperature.
    var freezing: Double?
    /// Whether a scale of temperature begins at absolute zero.
    var isAbsolute = false
    /// The power of a prefix: 1 for most units, 2 for areas, 3 for volumes, 0 for units that take none.
    var prefixPower: Int = 0
    var takesBinary = false
  }

  /// Turns a number of one unit into a number of another.
  static func convert(_ number: Double, from: String, to: String) throws(Failure) -> Double {
    guard let first = unit(from), let second = unit(to) else { throw .unknown }
    guard first.kind == second.kind else { throw .differentKind }
    if from == to { return number }
    if let freezing = first.freezing, let other = second.freezing {
      // Counted from water's freezing point, everyday temperatures have no rounding error.
      let isShifted = !first.isAbsolute || !second.isAbsolute
      let degrees = isShifted ? number - freezing : number
      return degrees * first.size * second.parts / (second.size * first.parts) + (isShifted ? other : 0)
    }
    return number * (first.size / second.size)
  }

  private static func unit(_ name: String) -> Unit? {
    if let unit = unit(named: name) { return unit }
    for (prefix, power) in binaryPrefixes where name.hasPrefix(prefix) {
      if let unit = unit(named: String(name.dropFirst(prefix.count))), unit.takesBinary {
        return Unit(kind: unit.kind, size: unit.size * Double(sign: .plus, exponent: power, significand: 1))
      }
    }
    for (prefix, factor) in prefixes where name.hasPrefix(prefix) {
      guard let unit = unit(named: String(name.dropFirst(prefix.count))), unit.prefixPower > 0 else { continue }
      var size = unit.size
      for _ in 0..<unit.prefixPower { size *= factor }
      return Unit(
        kind: unit.kind, size: size, freezing: unit.freezing.map { $0 / factor }, isAbsolute: unit.isAbsolute)
    }
    return nil
  }

  private static func unit(named name: String) -> Unit? {
    guard let list = list(of: name) else { return nil }
    return unitsByList[list].first { $0.name == name }?.unit
  }

  /// The list in which a name may stand: by its first letter and its length; `nil` for what is no name.
  private static func list(of name: String) -> Int? {
    let length = name.utf8.count
    guard let letter = name.utf8.first, letter < 0x80, length < 16 else { return nil }
    return Int(letter) * 16 + length
  }

  private static let binaryPrefixes: [(String, Int)] = [
    ("ki", 10), ("Mi", 20), ("Gi", 30), ("Ti", 40), ("Pi", 50), ("Ei", 60), ("Zi", 70), ("Yi", 80),
  ]

  private static let prefixes: [(String, Double)] = [
    ("da", 1e1), ("Y", 1e24), ("Z", 1e21), ("E", 1e18), ("P", 1e15), ("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3),
    ("h", 1e2), ("e", 1e1), ("d", 1e-1), ("c", 1e-2), ("m", 1e-3), ("u", 1e-6), ("n", 1e-9), ("p", 1e-12), ("f", 1e-15),
    ("a", 1e-18), ("z", 1e-21), ("y", 1e-24),
  ]

  /// The units in lists of one or two: looking at so few names takes less time than the hash of one.
  private static let unitsByList: [[(name: String, unit: Unit)]] = {
    var lists = Array(repeating: [(name: String, unit: Unit)](), count: 0x80 * 16)
    for (name, unit) in units { if let list = list(of: name) { lists[list].append((name, unit)) } }
    return lists
  }()

  private static let units: [String: Unit] = {
    var result: [String: Unit] = [:]
    // Put in place for each of the hundred units, it would take the compiler seconds.
    @inline(never)
    func add(_ kind: Int, _ size: Double, prefixPower: Int = 0, binary: Bool = false, _ names: String...) {
      for name in names {
        result[name] = Unit(kind: kind, size: size, prefixPower: prefixPower, takesBinary: binary)
      }
    }
    let inch = 0.0254
    let foot = 0.3048
    let yard = 0.9144
    let mile = 1609.344
    let seaMile = 1852.0
    let point = 0.0254 / 72
    let lightYear = 9_460_730_472_580_800.0
    // 0 mass in grams
    add(0, 1, prefixPower: 1, "g")
    add(0, 14593.90293720636, "sg")
    add(0, 453.59237, "lbm")
    add(0, 1.660538782e-24, prefixPower: 1, "u")
    add(0, 28.349523125, "ozm")
    add(0, 0.06479891, "grain")
    add(0, 45359.237, "cwt", "shweight")
    add(0, 50802.34544, "uk_cwt", "lcwt", "hweight")
    add(0, 6350.29318, "stone")
    add(0, 907184.74, "ton")
    add(0, 1016046.9088, "uk_ton", "LTON", "brton")
    // 1 length in metres
    add(1, 1, prefixPower: 1, "m")
    add(1, mile, "mi")
    add(1, seaMile, "Nmi")
    add(1, inch, "in")
    add(1, foot, "ft")
    add(1, yard, "yd")
    add(1, 1e-10, prefixPower: 1, "ang")
    add(1, 1.143, "ell")
    add(1, lightYear, prefixPower: 1, "ly")
    add(1, 3.0856775812815532e16, prefixPower: 1, "parsec", "pc")
    add(1, point, "Picapt", "Pica")
    add(1, inch / 6, "pica")
    add(1, 1609.3472186944374, "survey_mi")
    // 2 time in seconds
    add(2, 1, prefixPower: 1, "sec", "s")
    add(2, 60, "mn", "min")
    add(2, 3600, "hr")
    add(2, 86400, "day", "d")
    add(2, 31_557_600, "yr")
    // 3 pressure in pascals
    add(3, 1, prefixPower: 1, "Pa", "p")
    add(3, 101325, prefixPower: 1, "atm", "at")
    add(3, 133.322, prefixPower: 1, "mmHg")
    add(3, 6894.757293168361, "psi")
    add(3, 101325.0 / 760, "Torr")
    // 4 force in newtons
    add(4, 1, prefixPower: 1, "N")
    add(4, 1e-5, prefixPower: 1, "dyn", "dy")
    add(4, 4.4482216152605, "lbf")
    add(4, 0.00980665, prefixPower: 1, "pond")
    // 5 energy in joules
    add(5, 1, prefixPower: 1, "J")
    add(5, 1e-7, prefixPower: 1, "e")
    add(5, 4.184, prefixPower: 1, "c")
    add(5, 4.1868, prefixPower: 1, "cal")
    add(5, 1.602176487e-19, prefixPower: 1, "eV", "ev")
    add(5, 2684519.5376961729, "HPh", "hh")
    add(5, 3600, prefixPower: 1, "Wh", "wh")
    add(5, 1.3558179483314004, "flb")
    add(5, 1055.05585262, "BTU", "btu")
    // 6 temperature in kelvins
    result["K"] = Unit(kind: 6, size: 1, freezing: 273.15, isAbsolute: true, prefixPower: 1)
    result["kel"] = result["K"]
    result["C"] = Unit(kind: 6, size: 1, freezing: 0)
    result["cel"] = result["C"]
    result["F"] = Unit(kind: 6, size: 5, parts: 9, freezing: 32)
    result["fah"] = result["F"]
    result["Rank"] = Unit(kind: 6, size: 5, parts: 9, freezing: 491.67, isAbsolute: true)
    result["Reau"] = Unit(kind: 6, size: 1.25, freezing: 0)
    // 7 power in watts
    add(7, 1, prefixPower: 1, "W", "w")
    add(7, 745.69987158227022, "HP", "h")
    add(7, 735.49875, "PS")
    // 8 magnetism in teslas
    add(8, 1, prefixPower: 1, "T")
    add(8, 1e-4, prefixPower: 1, "ga")
    // 9 volume in litres
    let gallon = 3.785411784
    let ukGallon = 4.54609
    add(9, 1, prefixPower: 1, "l", "L", "lt")
    add(9, gallon / 768, "tsp")
    add(9, 0.005, "tspm")
    add(9, gallon / 256, "tbs")
    add(9, gallon / 128, "oz")
    add(9, gallon / 16, "cup")
    add(9, gallon / 8, "pt", "us_pt")
    add(9, ukGallon / 8, prefixPower: 1, "uk_pt")
    add(9, gallon / 4, "qt")
    add(9, ukGallon / 4, "uk_qt")
    add(9, gallon, "gal")
    add(9, ukGallon, "uk_gal")
    add(9, 1000, prefixPower: 3, "m3", "m^3")
    add(9, inch * inch * inch * 1000, "in3", "in^3")
    add(9, foot * foot * foot * 1000, "ft3", "ft^3")
    add(9, yard * yard * yard * 1000, "yd3", "yd^3")
    add(9, mile * mile * mile * 1000, "mi3", "mi^3")
    add(9, seaMile * seaMile * seaMile * 1000, "Nmi3", "Nmi^3")
    add(9, point * point * point * 1000, "Picapt3", "Picapt^3", "Pica3", "Pica^3")
    add(9, lightYear * lightYear * lightYear * 1000, "ly3", "ly^3")
    add(9, 1e-27, prefixPower: 3, "ang3", "ang^3")
    add(9, 158.987294928, "barrel")
    add(9, 35.23907016688, "bushel")
    add(9, 2831.6846592, "regton", "GRT")
    add(9, 1132.67386368, "MTON")
    // 10 area in square metres
    add(10, 1, prefixPower: 2, "m2", "m^2")
    add(10, 10000, "ha")
    add(10, 100, prefixPower: 1, "ar")
    add(10, 4046.8564224, "uk_acre")
    add(10, 4046.872609874252, "us_acre")
    add(10, 2500, "Morgen")
    add(10, inch * inch, "in2", "in^2")
    add(10, foot * foot, "ft2", "ft^2")
    add(10, yard * yard, "yd2", "yd^2")
    add(10, mile * mile, "mi2", "mi^2")
    add(10, seaMile * seaMile, "Nmi2", "Nmi^2")
    add(10, point * point, "Picapt2", "Picapt^2", "Pica2", "Pica^2")
    add(10, lightYear * lightYear, "ly2", "ly^2")
    add(10, 1e-20, prefixPower: 2, "ang2", "ang^2")
    // 11 information in bits
    add(11, 1, prefixPower: 1, binary: true, "bit")
    add(11, 8, prefixPower: 1, binary: true, "byte")
    // 12 speed in metres a second
    add(12, 1, prefixPower: 1, "m/s", "m/sec")
    add(12, 1.0 / 3600, prefixPower: 1, "m/h", "m/hr")
    add(12, 0.44704, prefixPower: 1, "mph")
    add(12, 1852.0 / 3600, "kn")
    add(12, 1853.184 / 3600, "admkn")
    return result
  }()
}
