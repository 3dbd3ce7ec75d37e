// Runs before `main` of every process of tests and declares nothing.
//
// Swift Testing notes the stack of each error that is thrown, to show it beside a test that the error ends. A sheet
// throws where a cell has an error, and the notes were a sixth of the time of all tests, two fifths of those of indexes.
// Whoever wants to see where an error comes from sets SWT_SWIFT_ERROR_BACKTRACING_ENABLED=1.
