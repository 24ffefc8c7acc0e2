#ifndef TRIBUTARY_CBYTES_H
#define TRIBUTARY_CBYTES_H

// Loops over bytes by the processor's vectors, which Swift 6.3 does not compile comparisons of SIMD values to. They are
// written in Clang's portable vectors: SSE2 and NEON are always there, AVX2 is asked for at run time.

#include <stddef.h>
#include <stdint.h>

typedef uint8_t tributary_v16 __attribute__((vector_size(16)));
typedef uint8_t tributary_v16u __attribute__((vector_size(16), aligned(1)));
typedef uint64_t tributary_v16w __attribute__((vector_size(16)));
typedef uint8_t tributary_v32 __attribute__((vector_size(32)));
typedef uint8_t tributary_v32u __attribute__((vector_size(32), aligned(1)));
typedef uint64_t tributary_v32w __attribute__((vector_size(32)));

#define TRIBUTARY_INLINE static inline __attribute__((always_inline))

/* The bytes of a comparison's result that are not zero, a bit each. */
TRIBUTARY_INLINE unsigned tributary_bits(tributary_v16 marks) {
#ifdef __SSE2__
    return (unsigned)__builtin_ia32_pmovmskb128((char __attribute__((vector_size(16))))marks);
#else
    unsigned bits = 0;
    for (int at = 0; at < 16; at++) bits |= (unsigned)(marks[at] >> 7) << at;
    return bits;
#endif
}

/* The place of the first byte of a comparison's result that is not zero, 16 if there is none. */
TRIBUTARY_INLINE size_t tributary_first(tributary_v16 marks) {
#ifdef __SSE2__
    unsigned bits = tributary_bits(marks);
    return bits ? (size_t)__builtin_ctz(bits) : 16;
#else
    tributary_v16w words = (tributary_v16w)marks;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (words[0]) return (size_t)__builtin_ctzll(words[0]) / 8;
    return words[1] ? 8 + (size_t)__builtin_ctzll(words[1]) / 8 : 16;
#else
    if (words[0]) return (size_t)__builtin_clzll(words[0]) / 8;
    return words[1] ? 8 + (size_t)__builtin_clzll(words[1]) / 8 : 16;
#endif
#endif
}

/* The place of the first byte that is one of two; `count` if there is none. */
TRIBUTARY_INLINE size_t tributary_find(const void *from, size_t count, uint8_t one, uint8_t other) {
    const uint8_t *bytes = from;
    size_t at = 0;
    for (; count - at >= 16; at += 16) {
        tributary_v16 part = *(const tributary_v16u *)(bytes + at);
        size_t first = tributary_first((tributary_v16)((part == one) | (part == other)));
        if (first < 16) return at + first;
    }
    while (at < count && bytes[at] != one && bytes[at] != other) at++;
    return at;
}

TRIBUTARY_INLINE int tributary_is_letter(uint8_t byte) { return (uint8_t)((byte | 0x20) - 'a') < 26; }

TRIBUTARY_INLINE int tributary_is_letter_or_digit(uint8_t byte) {
    return tributary_is_letter(byte) || (uint8_t)(byte - '0') < 10;
}

/* The place of the first `<` at or after `at` that begins anything but a tag of HTML without attributes, an end tag or
   the start tag of an element whose name has one or two letters; `count` if there is none. */
TRIBUTARY_INLINE size_t tributary_telling_tag(const void *from, size_t count, size_t at) {
    const uint8_t *bytes = from;
    for (;;) {
        at += tributary_find(bytes + at, count - at, '<', '<');
        if (count - at < 4) return at;
        size_t end = at + 1;
        if (bytes[end] == '/') {
            end++;
            if (!tributary_is_letter(bytes[end])) return at;
            do end++;
            while (end < count && tributary_is_letter_or_digit(bytes[end]));
            if (end == count) return at;
        } else {
            if (!tributary_is_letter(bytes[end])) return at;
            end++;
            if (tributary_is_letter_or_digit(bytes[end])) end++;
        }
        if (bytes[end] != '>') return at;
        at = end + 1;
    }
}

/* How much room `tributary_copy` needs behind what it copies. */
static const ptrdiff_t tributary_copy_margin = 16;

/* Copies up to the first byte that is one of three, or all; returns how many bytes. Up to 15 bytes behind those may be
   written: `to` has
   room for them. */
TRIBUTARY_INLINE size_t tributary_copy(
    void *to, const void *from, size_t count, uint8_t one, uint8_t two, uint8_t three
) {
    const uint8_t *bytes = from;
    uint8_t *copy = to;
    size_t at = 0;
    for (; count - at >= 16; at += 16) {
        tributary_v16 part = *(const tributary_v16u *)(bytes + at);
        *(tributary_v16u *)(copy + at) = part;
        size_t first = tributary_first((tributary_v16)((part == one) | (part == two) | (part == three)));
        if (first < 16) return at + first;
    }
    for (; at < count && bytes[at] != one && bytes[at] != two && bytes[at] != three; at++) copy[at] = bytes[at];
    return at;
}

/* The same up to the first byte that a string of JSON does not hold as it is, or that may begin one of the two line
   separators: a quote, a backslash, a control character, 0xE2. */
TRIBUTARY_INLINE size_t tributary_copy_literal(void *to, const void *from, size_t count) {
    const uint8_t *bytes = from;
    uint8_t *copy = to;
    size_t at = 0;
    for (; count - at >= 16; at += 16) {
        tributary_v16 part = *(const tributary_v16u *)(bytes + at);
        *(tributary_v16u *)(copy + at) = part;
        size_t first = tributary_first(
            (tributary_v16)((part == '"') | (part == '\\') | (part < 0x20) | (part == 0xE2)));
        if (first < 16) return at + first;
    }
    for (; at < count; at++) {
        uint8_t byte = bytes[at];
        if (byte == '"' || byte == '\\' || byte < 0x20 || byte == 0xE2) return at;
        copy[at] = byte;
    }
    return at;
}

/* Which bytes of eight are those that a mask of eight bits names, in their order: what a shuffle wants. */
#define TRIBUTARY_TAKE(mask, bit) \
    ((mask) >> (bit) & 1 ? (uint64_t)(bit) << 8 * __builtin_popcount((mask) & ((1 << (bit)) - 1)) : 0)
#define TRIBUTARY_TAKE1(mask) \
    TRIBUTARY_TAKE(mask, 0) | TRIBUTARY_TAKE(mask, 1) | TRIBUTARY_TAKE(mask, 2) | TRIBUTARY_TAKE(mask, 3) \
        | TRIBUTARY_TAKE(mask, 4) | TRIBUTARY_TAKE(mask, 5) | TRIBUTARY_TAKE(mask, 6) | TRIBUTARY_TAKE(mask, 7)
#define TRIBUTARY_TAKE4(mask) \
    TRIBUTARY_TAKE1(mask), TRIBUTARY_TAKE1(mask + 1), TRIBUTARY_TAKE1(mask + 2), TRIBUTARY_TAKE1(mask + 3)
#define TRIBUTARY_TAKE16(mask) \
    TRIBUTARY_TAKE4(mask), TRIBUTARY_TAKE4(mask + 4), TRIBUTARY_TAKE4(mask + 8), TRIBUTARY_TAKE4(mask + 12)
#define TRIBUTARY_TAKE64(mask) \
    TRIBUTARY_TAKE16(mask), TRIBUTARY_TAKE16(mask + 16), TRIBUTARY_TAKE16(mask + 32), TRIBUTARY_TAKE16(mask + 48)
static const uint64_t tributary_taken[256] = {
    TRIBUTARY_TAKE64(0), TRIBUTARY_TAKE64(64), TRIBUTARY_TAKE64(128), TRIBUTARY_TAKE64(192)
};

/* How many bytes `tributary_between_tags` takes at once. */
static const ptrdiff_t tributary_block = 64;

/* Which of 64 bytes stand between tags and are no ASCII white space, a bit each; a tag reaches from `<` to the next `>`,
   and `in_tag` says whether one is open before the bytes, and then whether one is behind them. */
TRIBUTARY_INLINE uint64_t tributary_kept(const uint8_t *bytes, int *in_tag) {
    uint64_t spaces = 0, opens = 0, closes = 0;
    for (int at = 0; at < 64; at += 16) {
        tributary_v16 part = *(const tributary_v16u *)(bytes + at);
        tributary_v16 is_space = (tributary_v16)((part == ' ') | ((part - '\t' < 5) & (part != '\v')));
        spaces |= (uint64_t)tributary_bits(is_space) << at;
        opens |= (uint64_t)tributary_bits((tributary_v16)(part == '<')) << at;
        closes |= (uint64_t)tributary_bits((tributary_v16)(part == '>')) << at;
    }
    uint64_t dropped = spaces;
    uint64_t tag = *in_tag ? ~(uint64_t)0 : opens ? ~(uint64_t)0 << __builtin_ctzll(opens) : 0;
    *in_tag = 0;
    while (tag) {
        if (!(closes & tag)) {
            *in_tag = 1;
            return ~(dropped | tag);
        }
        /* What is behind the first `>`. */
        uint64_t rest = ~(uint64_t)1 << __builtin_ctzll(closes & tag);
        dropped |= tag & ~rest;
        tag = opens & rest ? ~(uint64_t)0 << __builtin_ctzll(opens & rest) : 0;
    }
    return ~dropped;
}

#if defined(__x86_64__)
__attribute__((target("ssse3,popcnt"))) static size_t tributary_take_ssse3(
    uint8_t *to, const uint8_t *bytes, uint64_t kept
) {
    typedef char chars __attribute__((vector_size(16)));
    size_t count = 0;
    for (int at = 0; at < 64; at += 8, kept >>= 8) {
        tributary_v16w part = {0}, places = {tributary_taken[kept & 0xFF]};
        __builtin_memcpy(&part, bytes + at, 8);
        tributary_v16w taken = (tributary_v16w)__builtin_ia32_pshufb128((chars)part, (chars)places);
        __builtin_memcpy(to + count, &taken, 8);
        count += (size_t)__builtin_popcount(kept & 0xFF);
    }
    return count;
}
#endif

/* Copies those of 64 bytes whose bits are set; up to 8 bytes behind those may be written. Returns how many. */
TRIBUTARY_INLINE size_t tributary_take(uint8_t *to, const uint8_t *bytes, uint64_t kept) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("ssse3") && __builtin_cpu_supports("popcnt")) return tributary_take_ssse3(to, bytes, kept);
#endif
    size_t count = 0;
    for (; kept; kept &= kept - 1) to[count++] = bytes[__builtin_ctzll(kept)];
    return count;
}

/* Copies what stands between tags in at most 64 bytes of HTML, without white space; returns how many bytes. `in_tag` is
   0 before the first call and says between them whether a tag is open; `to` has room for 72 bytes. */
TRIBUTARY_INLINE size_t tributary_between_tags(void *to, const void *from, size_t count, int *in_tag) {
    uint8_t padded[64];
    const uint8_t *bytes = from;
    if (count < 64) {
        __builtin_memset(padded, ' ', sizeof padded);
        __builtin_memcpy(padded, from, count);
        bytes = padded;
    }
    return tributary_take(to, bytes, tributary_kept(bytes, in_tag));
}

/* The number that four hexadecimal digits spell, negative if they are none. */
TRIBUTARY_INLINE int32_t tributary_hexadecimal(const void *from) {
    static const int8_t values[256] = {
        [0 ... 255] = -1,
        ['0'] = 0, ['1'] = 1, ['2'] = 2, ['3'] = 3, ['4'] = 4, ['5'] = 5, ['6'] = 6, ['7'] = 7, ['8'] = 8, ['9'] = 9,
        ['a'] = 10, ['b'] = 11, ['c'] = 12, ['d'] = 13, ['e'] = 14, ['f'] = 15,
        ['A'] = 10, ['B'] = 11, ['C'] = 12, ['D'] = 13, ['E'] = 14, ['F'] = 15,
    };
    const uint8_t *digits = from;
    return (int32_t)((uint32_t)values[digits[0]] << 12 | (uint32_t)values[digits[1]] << 8
                     | (uint32_t)values[digits[2]] << 4 | (uint32_t)values[digits[3]]);
}

/* What is wrong with a part of a text as UTF-8 (Unicode 15 §3.9, table 3-7), no byte if nothing is: a byte follows where
   none may or is missing where one must, no character begins so, or the second byte is outside of its range. The three
   bytes before the part are those that stand before it. */
TRIBUTARY_INLINE tributary_v32 tributary_utf8_errors(const uint8_t *at) {
    tributary_v32 byte = *(const tributary_v32u *)at;
    tributary_v32 back1 = *(const tributary_v32u *)(at - 1);
    tributary_v32 back2 = *(const tributary_v32u *)(at - 2);
    tributary_v32 back3 = *(const tributary_v32u *)(at - 3);
    tributary_v32 follows = (tributary_v32)((byte & 0xC0) == 0x80);
    tributary_v32 must = (tributary_v32)((back1 >= 0xC0) | (back2 >= 0xE0) | (back3 >= 0xF0));
    tributary_v32 lead = (tributary_v32)(((byte & 0xFE) == 0xC0) | (byte >= 0xF5));
    tributary_v32 low = (tributary_v32)(((back1 == 0xE0) & (byte < 0xA0)) | ((back1 == 0xF0) & (byte < 0x90)));
    tributary_v32 high = (tributary_v32)(((back1 == 0xED) & (byte >= 0xA0)) | ((back1 == 0xF4) & (byte >= 0x90)));
    return (follows ^ must) | lead | low | high;
}

TRIBUTARY_INLINE int tributary_is_zero(tributary_v32 part) {
    tributary_v32w words = (tributary_v32w)part;
    return !(words[0] | words[1] | words[2] | words[3]);
}

/* 0 for ASCII, 1 for UTF-8 with other characters, 2 for what is malformed. */
TRIBUTARY_INLINE int tributary_utf8_loop(const uint8_t *bytes, size_t count) {
    uint8_t edge[3 + 32] = {0};
    tributary_v32 errors = {0}, beyond = {0};
    int was_ascii = 1;
    size_t at = 0;
    for (; count - at >= 32; at += 32) {
        tributary_v32 high = *(const tributary_v32u *)(bytes + at) & 0x80;
        int is_ascii = tributary_is_zero(high);
        if (is_ascii & was_ascii) continue;
        was_ascii = is_ascii;
        beyond |= high;
        if (at == 0) {
            __builtin_memcpy(edge + 3, bytes, 32);
            errors |= tributary_utf8_errors(edge + 3);
        } else {
            errors |= tributary_utf8_errors(bytes + at);
        }
    }
    /* The rest, a zero byte behind it, which follows nothing. */
    uint8_t last[3 + 32] = {0};
    size_t before = at < 3 ? at : 3;
    __builtin_memcpy(last + 3 - before, bytes + at - before, before + (count - at));
    tributary_v32 high = *(const tributary_v32u *)(last + 3) & 0x80;
    beyond |= high;
    errors |= tributary_utf8_errors(last + 3);
    if (!tributary_is_zero(errors)) return 2;
    return !tributary_is_zero(beyond);
}

/* 1 for a text, valid UTF-8, with a character that XML forbids (XML 1.0 §2.2); with a carriage return 2 more. */
TRIBUTARY_INLINE int tributary_xml_loop(const uint8_t *bytes, size_t count) {
    tributary_v32 forbidden = {0}, returns = {0};
    uint8_t last[2 + 32] = {0};
    size_t at = 0;
    for (;;) {
        const uint8_t *part = bytes + at;
        size_t left = count - at;
        if (at < 2 || left < 32) {
            size_t before = at < 2 ? at : 2, length = left < 32 ? left : 32;
            __builtin_memset(last, ' ', sizeof last);
            if (before + length) __builtin_memcpy(last + 2 - before, part - before, before + length);
            part = last + 2;
        }
        tributary_v32 byte = *(const tributary_v32u *)part;
        tributary_v32 back1 = *(const tributary_v32u *)(part - 1);
        tributary_v32 back2 = *(const tributary_v32u *)(part - 2);
        tributary_v32 is_return = (tributary_v32)(byte == '\r');
        forbidden |= (tributary_v32)((byte < 0x20) & (byte != '\n') & (byte != '\t')) & ~is_return;
        /* U+FFFE and U+FFFF. */
        forbidden |= (tributary_v32)((back2 == 0xEF) & (back1 == 0xBF) & (byte >= 0xBE));
        returns |= is_return;
        if (left < 32) break;
        at += 32;
    }
    return !tributary_is_zero(forbidden) + 2 * !tributary_is_zero(returns);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static int tributary_utf8_avx2(const uint8_t *bytes, size_t count) {
    return tributary_utf8_loop(bytes, count);
}

__attribute__((target("avx2"))) static int tributary_xml_avx2(const uint8_t *bytes, size_t count) {
    return tributary_xml_loop(bytes, count);
}
#endif

/* What `tributary_utf8_loop` says. */
static inline int tributary_utf8(const void *bytes, size_t count) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return tributary_utf8_avx2(bytes, count);
#endif
    return tributary_utf8_loop(bytes, count);
}

/* What `tributary_xml_loop` says. */
static inline int tributary_xml(const void *bytes, size_t count) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return tributary_xml_avx2(bytes, count);
#endif
    return tributary_xml_loop(bytes, count);
}

#endif
