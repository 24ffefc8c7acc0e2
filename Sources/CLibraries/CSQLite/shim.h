#ifndef TRIBUTARY_CSQLITE_SHIM_H
#define TRIBUTARY_CSQLITE_SHIM_H

#include <sqlite3.h>

/* Has SQLite keep no account of its memory, for which it would take a lock at each allocation. To be called before
   anything else of it; without effect afterwards. */
static inline int tributary_sqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

#endif
