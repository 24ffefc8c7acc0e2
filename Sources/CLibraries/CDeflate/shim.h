#ifndef TRIBUTARY_CDEFLATE_SHIM_H
#define TRIBUTARY_CDEFLATE_SHIM_H

#include <libdeflate.h>

#endif
