// Schedulers tell time in dates. The small part of Foundation that has them is enough: a program that needs no more than
// that starts sooner without the rest.

#if canImport(FoundationEssentials)
  @_exported import FoundationEssentials
#else
  @_exported import Foundation
#endif
