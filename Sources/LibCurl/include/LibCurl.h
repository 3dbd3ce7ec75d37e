// The part of libcurl's interface that Hosting uses, and its loading at run time.
//
// libcurl promises that these numbers and shapes never change for libcurl.so.4. Nothing of it is needed to build, and a
// program that makes no request does without it.

#ifndef LIBCURL_LOADED_H
#define LIBCURL_LOADED_H

#include <stdbool.h>
#include <stddef.h>

typedef struct CURL CURL;
typedef struct CURLM CURLM;

/// A linked list of texts, such as the lines of a request's head.
struct curl_slist {
  char *data;
  struct curl_slist *next;
};

/// A descriptor that ends a wait when it becomes readable.
struct curl_waitfd {
  int fd;
  short events;
  short revents;
};

/// What a multi handle has to say about a transfer; its only kind is that the transfer is over.
typedef struct CURLMsg {
  int msg;
  CURL *easy_handle;
  union {
    void *whatever;
    int result;
  } data;
} CURLMsg;

enum {
  LIBCURL_WAIT_POLLIN = 1,
  LIBCURL_MSG_DONE = 1,
  LIBCURL_GLOBAL_DEFAULT = 3,
  LIBCURL_ERROR_SIZE = 256,
  LIBCURL_HTTP_VERSION_1_1 = 2,
  LIBCURL_HEADER_SEPARATE = 1,
  /// HTTP and HTTPS.
  LIBCURL_PROTOCOLS = 3,
};

/// Options of an easy handle. A number below 10,000 takes a long, one below 20,000 a pointer, the next a function.
enum {
  LIBCURLOPT_NOPROGRESS = 43,
  LIBCURLOPT_NOBODY = 44,
  LIBCURLOPT_POST = 47,
  LIBCURLOPT_NETRC = 51,
  LIBCURLOPT_FOLLOWLOCATION = 52,
  LIBCURLOPT_HTTP_VERSION = 84,
  LIBCURLOPT_NOSIGNAL = 99,
  LIBCURLOPT_CONNECTTIMEOUT_MS = 156,
  LIBCURLOPT_PROTOCOLS = 181,
  LIBCURLOPT_HEADEROPT = 229,
  LIBCURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
  LIBCURLOPT_DISALLOW_USERNAME_IN_URL = 278,
  LIBCURLOPT_HTTP09_ALLOWED = 285,
  LIBCURLOPT_QUICK_EXIT = 333,
  LIBCURLOPT_WRITEDATA = 10001,
  LIBCURLOPT_URL = 10002,
  LIBCURLOPT_PROXY = 10004,
  LIBCURLOPT_ERRORBUFFER = 10010,
  LIBCURLOPT_HTTPHEADER = 10023,
  LIBCURLOPT_HEADERDATA = 10029,
  LIBCURLOPT_CUSTOMREQUEST = 10036,
  LIBCURLOPT_ACCEPT_ENCODING = 10102,
  LIBCURLOPT_COPYPOSTFIELDS = 10165,
  LIBCURLOPT_NOPROXY = 10177,
  LIBCURLOPT_WRITEFUNCTION = 20011,
  LIBCURLOPT_HEADERFUNCTION = 20079,
  LIBCURLOPT_POSTFIELDSIZE_LARGE = 30120,
};

/// Options of a multi handle.
enum {
  LIBCURLMOPT_MAXCONNECTS = 6,
  LIBCURLMOPT_MAX_HOST_CONNECTIONS = 7,
};

/// How a transfer ends; 0 is well.
enum {
  LIBCURLE_UNSUPPORTED_PROTOCOL = 1,
  LIBCURLE_URL_MALFORMAT = 3,
  LIBCURLE_COULDNT_RESOLVE_PROXY = 5,
  LIBCURLE_COULDNT_RESOLVE_HOST = 6,
  LIBCURLE_COULDNT_CONNECT = 7,
  LIBCURLE_WEIRD_SERVER_REPLY = 8,
  LIBCURLE_OPERATION_TIMEDOUT = 28,
  LIBCURLE_SSL_CONNECT_ERROR = 35,
  LIBCURLE_SSL_ENGINE_NOTFOUND = 53,
  LIBCURLE_SSL_ENGINE_SETFAILED = 54,
  LIBCURLE_SSL_CERTPROBLEM = 58,
  LIBCURLE_SSL_CIPHER = 59,
  LIBCURLE_PEER_FAILED_VERIFICATION = 60,
  LIBCURLE_BAD_CONTENT_ENCODING = 61,
  LIBCURLE_USE_SSL_FAILED = 64,
  LIBCURLE_SSL_ENGINE_INITFAILED = 66,
  LIBCURLE_SSL_CACERT_BADFILE = 77,
  LIBCURLE_SSL_CRL_BADFILE = 82,
  LIBCURLE_SSL_ISSUER_ERROR = 83,
  LIBCURLE_SSL_PINNEDPUBKEYNOTMATCH = 90,
  LIBCURLE_SSL_INVALIDCERTSTATUS = 91,
  LIBCURLE_PROXY = 97,
  LIBCURLE_SSL_CLIENTCERT = 98,
};

/// Takes bytes and gives how many it took; any other number ends the transfer.
typedef size_t (*LibCurlCallback)(char *bytes, size_t size, size_t count, void *user);

/// The functions of the library that was loaded.
typedef struct CurlFunctions {
  int (*global_init)(long flags);
  CURL *(*easy_init)(void);
  void (*easy_cleanup)(CURL *);
  int (*easy_setopt)(CURL *, int option, ...);
  CURLM *(*multi_init)(void);
  int (*multi_cleanup)(CURLM *);
  int (*multi_setopt)(CURLM *, int option, ...);
  int (*multi_add_handle)(CURLM *, CURL *);
  int (*multi_remove_handle)(CURLM *, CURL *);
  int (*multi_perform)(CURLM *, int *running);
  int (*multi_wait)(CURLM *, struct curl_waitfd *, unsigned count, int milliseconds, int *ready);
  CURLMsg *(*multi_info_read)(CURLM *, int *left);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
} CurlFunctions;

/// Loads the library and fills the table; false where the system has none that is new enough.
bool LibCurlLoad(CurlFunctions *library);

// Swift calls no functions with a varying number of arguments.

static inline int LibCurlSetLong(const CurlFunctions *library, CURL *handle, int option, long value) {
  return library->easy_setopt(handle, option, value);
}

static inline int LibCurlSetSize(const CurlFunctions *library, CURL *handle, int option, long long value) {
  return library->easy_setopt(handle, option, value);
}

static inline int LibCurlSetText(const CurlFunctions *library, CURL *handle, int option, const char *value) {
  return library->easy_setopt(handle, option, value);
}

static inline int LibCurlSetPointer(const CurlFunctions *library, CURL *handle, int option, void *value) {
  return library->easy_setopt(handle, option, value);
}

static inline int LibCurlSetList(const CurlFunctions *library, CURL *handle, int option, struct curl_slist *value) {
  return library->easy_setopt(handle, option, value);
}

static inline int LibCurlSetCallback(const CurlFunctions *library, CURL *handle, int option, LibCurlCallback value) {
  return library->easy_setopt(handle, option, value);
}

static inline int LibCurlSetMultiLong(const CurlFunctions *library, CURLM *handle, int option, long value) {
  return library->multi_setopt(handle, option, value);
}

#endif
