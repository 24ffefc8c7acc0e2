#ifndef TRIBUTARY_CCURL_SHIM_H
#define TRIBUTARY_CCURL_SHIM_H

#include <curl/curl.h>

#endif
