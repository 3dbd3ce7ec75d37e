// The elementary functions of real numbers, `sin`, `log`, `pow` and their kin, come from the system's C library, whose
// module has another name on each system. What calculates imports this room and need not know.

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Android)
  @_exported import Android
#elseif canImport(Darwin)
  @_exported import Darwin
#else
  @_exported import Foundation
#endif
