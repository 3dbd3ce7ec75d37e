#include "LibCurl.h"

#include <dlfcn.h>

/// The names of the library: OpenSSL's, as most programs have it, then the one that Debian's own tools use.
static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};

static bool find(void *library, const char *name, void **function) {
  *function = dlsym(library, name);
  return *function != NULL;
}

static bool fill(void *opened, CurlFunctions *library) {
#define FIND(name) find(opened, "curl_" #name, (void **)&library->name)
  return FIND(global_init) && FIND(easy_init) && FIND(easy_cleanup) && FIND(easy_setopt) && FIND(multi_init) &&
         FIND(multi_cleanup) && FIND(multi_setopt) && FIND(multi_add_handle) && FIND(multi_remove_handle) &&
         FIND(multi_perform) && FIND(multi_wait) && FIND(multi_info_read) && FIND(slist_append) &&
         FIND(slist_free_all);
#undef FIND
}

bool LibCurlLoad(CurlFunctions *library) {
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    void *opened = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (opened == NULL) continue;
    // It stays open: it may have threads, and things to do when the program ends.
    if (fill(opened, library) && library->global_init(LIBCURL_GLOBAL_DEFAULT) == 0) return true;
  }
  return false;
}
