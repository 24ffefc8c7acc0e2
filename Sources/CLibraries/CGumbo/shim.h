#ifndef TRIBUTARY_CGUMBO_SHIM_H
#define TRIBUTARY_CGUMBO_SHIM_H

#include <gumbo.h>

/* What stands in a body, without a list of errors: each of those would copy the stack of open elements. */
static inline GumboOptions tributary_gumbo_body_options(void) {
    GumboOptions options = kGumboDefaultOptions;
    options.max_errors = 0;
    options.fragment_context = GUMBO_TAG_BODY;
    return options;
}

/* A whole page, with html, head and body. */
static inline GumboOptions tributary_gumbo_page_options(void) {
    GumboOptions options = kGumboDefaultOptions;
    options.max_errors = 0;
    return options;
}

#endif
