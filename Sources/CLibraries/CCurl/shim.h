#ifndef TRIBUTARY_CCURL_SHIM_H
#define TRIBUTARY_CCURL_SHIM_H

#include <curl/curl.h>

// curl's setters and getters are variadic, which Swift cannot call: one function per type of argument.

static inline CURLcode tributary_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode tributary_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode tributary_curl_set_headers(CURL *handle, struct curl_slist *headers) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}

static inline CURLcode tributary_curl_set_body(CURL *handle, const void *bytes, curl_off_t count) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, count);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}

static inline CURLcode tributary_curl_set_on_head(CURL *handle, curl_write_callback function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, function);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_HEADERDATA, context) : code;
}

static inline CURLcode tributary_curl_set_on_body(CURL *handle, curl_write_callback function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, function);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEDATA, context) : code;
}

static inline CURLcode tributary_curl_set_on_socket(
    CURL *handle, curl_opensocket_callback function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, function);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context) : code;
}

static inline CURLcode tributary_curl_set_on_request(CURL *handle, curl_prereq_callback function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, function);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_PREREQDATA, context) : code;
}

static inline CURLcode tributary_curl_set_on_read(CURL *handle, curl_read_callback function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_READFUNCTION, function);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_READDATA, context) : code;
}

static inline CURLcode tributary_curl_set_on_progress(
    CURL *handle, curl_xferinfo_callback function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L) : code;
}

static inline CURLcode tributary_curl_set_recipients(CURL *handle, struct curl_slist *addresses) {
    return curl_easy_setopt(handle, CURLOPT_MAIL_RCPT, addresses);
}

static inline CURLcode tributary_curl_set_upload_size(CURL *handle, curl_off_t size) {
    return curl_easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, size);
}

static inline CURLcode tributary_curl_get_socket(CURL *handle, curl_socket_t *socket) {
    return curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, socket);
}

static inline CURLcode tributary_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode tributary_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

// The address may be longer than the member that it begins at, so Swift must not copy the struct.
static inline const struct sockaddr *tributary_curl_address(const struct curl_sockaddr *address) {
    return &address->addr;
}

// Macros with casts or long constants.
static const long tributary_curl_auth_basic = (long)CURLAUTH_BASIC;
static const long tributary_curl_auth_digest = (long)CURLAUTH_DIGEST;
static const long tributary_curl_tls_all = (long)CURLUSESSL_ALL;

#endif
