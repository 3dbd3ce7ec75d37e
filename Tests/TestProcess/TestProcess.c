#include "TestProcess.h"

#include <stdlib.h>

__attribute__((constructor)) static void leaveThrownErrorsAlone(void) {
  setenv("SWT_SWIFT_ERROR_BACKTRACING_ENABLED", "0", /* overwrite: */ 0);
}
