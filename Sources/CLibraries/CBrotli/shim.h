#ifndef TRIBUTARY_CBROTLI_SHIM_H
#define TRIBUTARY_CBROTLI_SHIM_H

#include <brotli/decode.h>

#endif
