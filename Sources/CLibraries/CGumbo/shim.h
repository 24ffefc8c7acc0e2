#ifndef TRIBUTARY_CGUMBO_SHIM_H
#define TRIBUTARY_CGUMBO_SHIM_H

#include <gumbo.h>

#endif
