import SheafTool

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

exit(Tool.main(Array(CommandLine.arguments.dropFirst())))
