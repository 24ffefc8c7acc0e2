#ifndef TRIBUTARY_CZLIB_SHIM_H
#define TRIBUTARY_CZLIB_SHIM_H

#include <zlib.h>

#endif
