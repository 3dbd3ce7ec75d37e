/// Takes something to another thread although its type does not say that this is safe.
///
/// Users' functions and values are handed from thread to thread, one thread at a time: a scheduler is a serial queue.
struct Unchecked<Content>: @unchecked Sendable {
  let content: Content

  init(_ content: Content) { self.content = content }
}
