/// A service that looks people up, as a social network has one.
///
/// `/users/HANDLE` answers with the person's `name`, `screen_name`, `description` and `profile_image_url_https`, for
/// unknown handles with status 404 and a message. Use it as the route of a ``LoopbackServer``:
/// `LoopbackServer(PeopleService().answer)`.
package struct PeopleService: Sendable {
  package struct Person: Sendable {
    package let handle: String
    package let name: String
    package let description: String

    package init(handle: String, name: String, description: String) {
      self.handle = handle
      self.name = name
      self.description = description
    }
  }

  private let people: [Person]

  package init(
    _ people: [Person] = [Person(handle: "nsmeetup", name: "NSMeetup", description: "Talks about apps, in person")]
  ) {
    self.people = people
  }

  package func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
    guard request.path.hasPrefix("/users/") else { return .json(#"{"message": "no such page"}"#, status: 404) }
    let handle = String(request.path.dropFirst("/users/".count))
    guard let person = people.first(where: { $0.handle.lowercased() == handle.lowercased() }) else {
      return .json(#"{"errors": [{"code": 50, "message": "User not found."}]}"#, status: 404)
    }
    return .json(
      """
      {"name": "\(person.name)", "screen_name": "\(person.handle)", "description": "\(person.description)",
       "profile_image_url_https": "https://images.example/\(person.handle)_normal.png"}
      """)
  }
}
