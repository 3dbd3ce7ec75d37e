import Threads

extension Sheet {
  /// The most threads that calculate at once in this process, the one that sets or asks among them.
  ///
  /// As many as the process may use cores, unless a program sets fewer. Long columns are cut into pieces for them; values, the
  /// order of events and the thread on which observers are told do not depend on it.
  public static var threadLimit: Int {
    get { Crew.shared.count }
    set { Crew.shared.limit(to: newValue) }
  }
}
