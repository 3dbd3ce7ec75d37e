/// The names of months and days of the week in a language, for formats with a locale such as `[$-407]`.
///
/// A locale is a Windows language number in hexadecimal digits, of which the last ten bits are the language, or a tag
/// such as `de-DE` ([MS-LCID]). A language that is not known here is English.
struct CalendarNames: Sendable {
  let months: [String]
  let shortMonths: [String]
  /// From Sunday on.
  let days: [String]
  let shortDays: [String]

  private init(_ months: String, _ shortMonths: String, _ days: String, _ shortDays: String) {
    self.months = months.split(separator: " ").map(String.init)
    self.shortMonths = shortMonths.split(separator: " ").map(String.init)
    self.days = days.split(separator: " ").map(String.init)
    self.shortDays = shortDays.split(separator: " ").map(String.init)
  }

  /// The number of the language of a locale; `nil` for one without names here.
  static func language(of locale: Substring) -> Int? {
    // `de` and `da` would be numbers of no language.
    if let language = tags[locale.prefix { $0 != "-" && $0 != "_" }.lowercased()] { return language }
    guard let number = Int(locale, radix: 16), languages[number & 0x3FF] != nil else { return nil }
    return number & 0x3FF
  }

  /// The tag of a language and a country where it is spoken, such as `de` and `DE`; `nil` for one without names here.
  static func locale(of language: Int) -> (tag: String, country: String)? {
    guard let tag = tags.filter({ $0.value == language }).keys.min() else { return nil }
    return (tag, countries[tag] ?? tag.uppercased())
  }

  /// The countries whose codes are not the tags of their languages in capital letters.
  private static let countries = [
    "cs": "CZ", "da": "DK", "el": "GR", "ja": "JP", "ko": "KR", "nb": "NO", "sv": "SE", "uk": "UA", "zh": "CN",
  ]

  static func names(of language: Int?) -> CalendarNames { language.flatMap { languages[$0] } ?? english }

  private static let tags = [
    "cs": 0x05, "da": 0x06, "de": 0x07, "el": 0x08, "es": 0x0A, "fi": 0x0B, "fr": 0x0C, "hu": 0x0E, "it": 0x10,
    "ja": 0x11, "ko": 0x12, "nl": 0x13, "nb": 0x14, "no": 0x14, "pl": 0x15, "pt": 0x16, "ro": 0x18, "ru": 0x19,
    "sv": 0x1D, "tr": 0x1F, "uk": 0x22, "zh": 0x04,
  ]

  static let english = CalendarNames(
    "January February March April May June July August September October November December",
    "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    "Sunday Monday Tuesday Wednesday Thursday Friday Saturday", "Sun Mon Tue Wed Thu Fri Sat")

  private static let languages: [Int: CalendarNames] = [
    0x04: CalendarNames(
      "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月", "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
      "星期日 星期一 星期二 星期三 星期四 星期五 星期六", "周日 周一 周二 周三 周四 周五 周六"),
    0x05: CalendarNames(
      "leden únor březen duben květen červen červenec srpen září říjen listopad prosinec",
      "I II III IV V VI VII VIII IX X XI XII", "neděle pondělí úterý středa čtvrtek pátek sobota",
      "ne po út st čt pá so"),
    0x06: CalendarNames(
      "januar februar marts april maj juni juli august september oktober november december",
      "jan feb mar apr maj jun jul aug sep okt nov dec", "søndag mandag tirsdag onsdag torsdag fredag lørdag",
      "sø ma ti on to fr lø"),
    0x07: CalendarNames(
      "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
      "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
      "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag", "So Mo Di Mi Do Fr Sa"),
    0x08: CalendarNames(
      "Ιανουάριος Φεβρουάριος Μάρτιος Απρίλιος Μάιος Ιούνιος Ιούλιος Αύγουστος Σεπτέμβριος Οκτώβριος Νοέμβριος Δεκέμβριος",
      "Ιαν Φεβ Μαρ Απρ Μαϊ Ιουν Ιουλ Αυγ Σεπ Οκτ Νοε Δεκ",
      "Κυριακή Δευτέρα Τρίτη Τετάρτη Πέμπτη Παρασκευή Σάββατο", "Κυρ Δευ Τρι Τετ Πεμ Παρ Σαβ"),
    0x0A: CalendarNames(
      "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
      "ene feb mar abr may jun jul ago sep oct nov dic", "domingo lunes martes miércoles jueves viernes sábado",
      "dom lun mar mié jue vie sáb"),
    0x0B: CalendarNames(
      "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu",
      "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu",
      "sunnuntai maanantai tiistai keskiviikko torstai perjantai lauantai", "su ma ti ke to pe la"),
    0x0C: CalendarNames(
      "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
      "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
      "dimanche lundi mardi mercredi jeudi vendredi samedi", "dim. lun. mar. mer. jeu. ven. sam."),
    0x0E: CalendarNames(
      "január február március április május június július augusztus szeptember október november december",
      "jan. febr. márc. ápr. máj. jún. júl. aug. szept. okt. nov. dec.",
      "vasárnap hétfő kedd szerda csütörtök péntek szombat", "V H K Sze Cs P Szo"),
    0x10: CalendarNames(
      "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
      "gen feb mar apr mag giu lug ago set ott nov dic", "domenica lunedì martedì mercoledì giovedì venerdì sabato",
      "dom lun mar mer gio ven sab"),
    0x11: CalendarNames(
      "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月", "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
      "日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日", "日 月 火 水 木 金 土"),
    0x12: CalendarNames(
      "1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월", "1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월",
      "일요일 월요일 화요일 수요일 목요일 금요일 토요일", "일 월 화 수 목 금 토"),
    0x13: CalendarNames(
      "januari februari maart april mei juni juli augustus september oktober november december",
      "jan feb mrt apr mei jun jul aug sep okt nov dec",
      "zondag maandag dinsdag woensdag donderdag vrijdag zaterdag", "zo ma di wo do vr za"),
    0x14: CalendarNames(
      "januar februar mars april mai juni juli august september oktober november desember",
      "jan feb mar apr mai jun jul aug sep okt nov des", "søndag mandag tirsdag onsdag torsdag fredag lørdag",
      "sø ma ti on to fr lø"),
    0x15: CalendarNames(
      "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień",
      "sty lut mar kwi maj cze lip sie wrz paź lis gru",
      "niedziela poniedziałek wtorek środa czwartek piątek sobota", "niedz. pon. wt. śr. czw. pt. sob."),
    0x16: CalendarNames(
      "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
      "jan fev mar abr mai jun jul ago set out nov dez",
      "domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado",
      "dom seg ter qua qui sex sáb"),
    0x18: CalendarNames(
      "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
      "ian feb mar apr mai iun iul aug sep oct nov dec", "duminică luni marți miercuri joi vineri sâmbătă",
      "D L Ma Mi J V S"),
    0x19: CalendarNames(
      "Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь",
      "янв фев мар апр май июн июл авг сен окт ноя дек",
      "воскресенье понедельник вторник среда четверг пятница суббота", "Вс Пн Вт Ср Чт Пт Сб"),
    0x1D: CalendarNames(
      "januari februari mars april maj juni juli augusti september oktober november december",
      "jan feb mar apr maj jun jul aug sep okt nov dec", "söndag måndag tisdag onsdag torsdag fredag lördag",
      "sön mån tis ons tor fre lör"),
    0x1F: CalendarNames(
      "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
      "Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara", "Pazar Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi",
      "Paz Pzt Sal Çar Per Cum Cmt"),
    0x22: CalendarNames(
      "січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень",
      "січ лют бер кві тра чер лип сер вер жов лис гру", "неділя понеділок вівторок середа четвер п'ятниця субота",
      "Нд Пн Вт Ср Чт Пт Сб"),
  ]
}
