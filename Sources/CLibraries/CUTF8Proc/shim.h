#ifndef TRIBUTARY_CUTF8PROC_SHIM_H
#define TRIBUTARY_CUTF8PROC_SHIM_H

#include <utf8proc.h>

#endif
