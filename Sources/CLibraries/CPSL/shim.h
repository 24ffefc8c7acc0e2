#ifndef TRIBUTARY_CPSL_SHIM_H
#define TRIBUTARY_CPSL_SHIM_H

#include <libpsl.h>

#endif
