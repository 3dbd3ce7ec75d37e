import Foundation
import ReactiveCore

extension NotificationCenter: ReactiveExtensionsProvider {}

extension Reactive where Base: NotificationCenter {
  /// A signal of the notifications that are posted from now on.
  ///
  /// It never ends by itself: dispose of the observation when it is no longer needed.
  ///
  /// - Parameters:
  ///   - name: The name of the notifications; `nil` for all names.
  ///   - object: The object that posts them; `nil` for all.
  public func notifications(
    forName name: Notification.Name?, object: AnyObject? = nil
  ) -> Signal<Notification, Never> {
    Signal { [center = base] observer, lifetime in
      let token = center.addObserver(forName: name, object: object, queue: nil) { observer.send(value: $0) }
      lifetime.observeEnded { center.removeObserver(token) }
    }
  }
}
