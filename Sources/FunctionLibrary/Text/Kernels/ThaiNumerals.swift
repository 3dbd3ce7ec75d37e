import CellModel
import Functions

/// Amounts in Thai words.
enum ThaiNumerals {
  private static let digits = ["", "หนึ่ง", "สอง", "สาม", "สี่", "ห้า", "หก", "เจ็ด", "แปด", "เก้า"]
  private static let places = ["", "สิบ", "ร้อย", "พัน", "หมื่น", "แสน"]

  /// An amount in baht and satang.
  static func baht(_ amount: Double) -> String {
    var decimal = DecimalNumber(amount)
    decimal.round(toPlaces: 2)
    let parts = DecimalPattern(places: 2, isGrouped: false).text(decimal).split(separator: ".")
    let whole = parts.first.map { words(String($0)) } ?? ""
    let satang = parts.count > 1 ? words(String(parts[1])) : ""
    var result = decimal.isNegative && !decimal.isZero ? "ลบ" : ""
    if !whole.isEmpty { result += whole + "บาท" }
    if whole.isEmpty, satang.isEmpty { return "ศูนย์บาทถ้วน" }
    return result + (satang.isEmpty ? "ถ้วน" : satang + "สตางค์")
  }

  /// A whole number in words; empty for zero. Six digits form a block, and each block but the last ends in million.
  private static func words(_ text: String) -> String {
    let numbers = text.utf8.map { Int($0) - 48 }
    var result = ""
    var isOpen = false
    for (index, digit) in numbers.enumerated() {
      let place = (numbers.count - 1 - index) % 6
      if digit > 0 {
        switch (place, digit) {
        case (1, 1): break
        case (1, 2): result += "ยี่"
        case (0, 1) where numbers[..<index].contains { $0 > 0 }: result += "เอ็ด"
        default: result += digits[digit]
        }
        result += places[place]
        isOpen = true
      }
      if place == 0, index < numbers.count - 1, isOpen { result += "ล้าน" }
    }
    return result
  }
}
