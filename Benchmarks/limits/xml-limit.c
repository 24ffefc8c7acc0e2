/* The least that a feed reader over libxml2 can cost: its push parser with handlers that only count.

   usage: xml-limit LIST FOLDER

   LIST names files, one path a line, relative to FOLDER. Prints how many item and entry elements were seen. */
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 16 * 1024 };

static long entries;

static void start_element(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                          int namespace_count, const xmlChar **namespaces, int attribute_count,
                          int defaulted_count, const xmlChar **attributes)
{
    if (!strcmp((const char *)name, "item") || !strcmp((const char *)name, "entry"))
        entries++;
}

static void end_element(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {}
static void characters(void *user, const xmlChar *text, int length) {}
static void ignore_error(void *user, xmlErrorPtr error) {}

/* Reads a whole file into a buffer that grows and is kept; returns the length, or -1. */
static long load(const char *path, char **buffer, long *capacity)
{
    FILE *file = fopen(path, "rb");
    long length = -1;
    if (!file)
        return -1;
    if (!fseek(file, 0, SEEK_END) && (length = ftell(file)) >= 0) {
        rewind(file);
        if (length > *capacity) {
            free(*buffer);
            *buffer = malloc(length);
            *capacity = *buffer ? length : 0;
        }
        if (!*buffer || fread(*buffer, 1, length, file) != (size_t)length)
            length = -1;
    }
    fclose(file);
    return length;
}

int main(int argc, char **argv)
{
    char line[2048], path[4096], *buffer = NULL;
    long capacity = 0, files = 0, bytes = 0, malformed = 0;
    if (argc != 3) {
        fputs("usage: xml-limit LIST FOLDER\n", stderr);
        return 64;
    }
    FILE *list = fopen(argv[1], "r");
    if (!list) {
        perror(argv[1]);
        return 66;
    }
    xmlSAXHandler handler = {
        .initialized = XML_SAX2_MAGIC,
        .startElementNs = start_element,
        .endElementNs = end_element,
        .characters = characters,
        .ignorableWhitespace = characters,
        .cdataBlock = characters,
        .serror = ignore_error,
    };
    while (fgets(line, sizeof line, list)) {
        line[strcspn(line, "\n")] = 0;
        snprintf(path, sizeof path, "%s/%s", argv[2], line);
        long length = load(path, &buffer, &capacity);
        if (length < 0) {
            perror(path);
            return 66;
        }
        xmlParserCtxtPtr context = xmlCreatePushParserCtxt(&handler, NULL, NULL, 0, NULL);
        xmlCtxtUseOptions(context, XML_PARSE_HUGE | XML_PARSE_NONET | XML_PARSE_RECOVER);
        for (long at = 0; at < length; at += CHUNK)
            xmlParseChunk(context, buffer + at, length - at < CHUNK ? length - at : CHUNK, 0);
        xmlParseChunk(context, buffer, 0, 1);
        malformed += !context->wellFormed;
        if (context->myDoc)
            xmlFreeDoc(context->myDoc);
        xmlFreeParserCtxt(context);
        files++;
        bytes += length;
    }
    printf("feeds=%ld entries=%ld bytes=%ld malformed=%ld\n", files, entries, bytes, malformed);
    return 0;
}
