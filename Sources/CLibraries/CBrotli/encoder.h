#ifndef TRIBUTARY_CBROTLI_ENCODER_H
#define TRIBUTARY_CBROTLI_ENCODER_H

#include <brotli/encode.h>

#endif
