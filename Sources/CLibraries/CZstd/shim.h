#ifndef TRIBUTARY_CZSTD_SHIM_H
#define TRIBUTARY_CZSTD_SHIM_H

#include <zstd.h>

#endif
