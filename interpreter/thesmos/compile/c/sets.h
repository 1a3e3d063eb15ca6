/* Sets of numbers as words of 64 bits, and what looks through slots. */

#if defined(__GNUC__) /* all functions take the same; not all of them need it */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#endif

#if defined(__GNUC__)
#define LOWEST(word) __builtin_ctzll(word)
#define ONES(word) __builtin_popcountll(word)
#else
static inline int LOWEST(uint64_t word) {
    int n = 0;
    while (!(word >> n & 1)) { n++; }
    return n;
}
static inline int ONES(uint64_t word) {
    int n = 0;
    for (; word; word &= word - 1) { n++; }
    return n;
}
#endif

static inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t greatest(int64_t a, int64_t b) { return a > b ? a : b; }
/* Division rounds down, and the rest has the sign of the divisor. */
static inline int64_t divided(int64_t a, int64_t b) {
    int64_t rest = a % b;
    return a / b - ((rest ^ b) < 0 && rest != 0);
}
static inline int64_t rest_of(int64_t a, int64_t b) {
    int64_t rest = a % b;
    return (rest ^ b) < 0 && rest != 0 ? rest + b : rest;
}
/* The first slot that holds a number, or what stands for none. */
static inline int64_t found(const slot *s, int64_t count, int64_t number, int64_t none) {
    for (int64_t i = 0; i < count; i++) {
        if (s[i] == number) { return i; }
    }
    return none;
}
static inline int among(const slot *s, int64_t count, int64_t number, int64_t limit) {
    return number >= 0 && number < limit && found(s, count, number, -1) >= 0;
}

typedef uint64_t set1;
static inline set1 and1(set1 a, set1 b) { return a & b; }
static inline set1 or1(set1 a, set1 b) { return a | b; }
static inline set1 minus1(set1 a, set1 b) { return a & ~b; }
static inline int same1(set1 a, set1 b) { return a == b; }
static inline int any1(set1 a) { return a != 0; }
static inline int64_t size1(set1 a) { return ONES(a); }
static inline int64_t first1(set1 a) { return LOWEST(a); }
static inline set1 rest1(set1 a) { return a & (a - 1); }
static inline int has1(set1 a, int64_t n) { return n >= 0 && n < 64 && (a >> n & 1); }
static inline set1 one1(int64_t n) { return n >= 0 && n < 64 ? (set1)1 << n : 0; }
static inline set1 up1(set1 a, int by) { return by < 64 ? a << by : 0; }
static inline set1 down1(set1 a, int by) { return by < 64 ? a >> by : 0; }
static inline void add1(set1 *a, int64_t n) { *a |= (set1)1 << n; }

/* The same for sets of several words. */
#define EACH_WORD(W) for (int i = 0; i < W; i++)
#define SETS(W) \
typedef struct { uint64_t w[W]; } set##W; \
static inline set##W and##W(set##W a, set##W b) { \
    EACH_WORD(W) { a.w[i] &= b.w[i]; } \
    return a; \
} \
static inline set##W or##W(set##W a, set##W b) { \
    EACH_WORD(W) { a.w[i] |= b.w[i]; } \
    return a; \
} \
static inline set##W minus##W(set##W a, set##W b) { \
    EACH_WORD(W) { a.w[i] &= ~b.w[i]; } \
    return a; \
} \
static inline int same##W(set##W a, set##W b) { \
    uint64_t differ = 0; \
    EACH_WORD(W) { differ |= a.w[i] ^ b.w[i]; } \
    return !differ; \
} \
static inline int any##W(set##W a) { \
    uint64_t all = 0; \
    EACH_WORD(W) { all |= a.w[i]; } \
    return all != 0; \
} \
static inline int64_t size##W(set##W a) { \
    int64_t n = 0; \
    EACH_WORD(W) { n += ONES(a.w[i]); } \
    return n; \
} \
static inline int64_t first##W(set##W a) { \
    int i = 0; \
    while (!a.w[i]) { i++; } \
    return 64 * i + LOWEST(a.w[i]); \
} \
static inline set##W rest##W(set##W a) { \
    int i = 0; \
    while (i < W - 1 && !a.w[i]) { i++; } \
    a.w[i] &= a.w[i] - 1; \
    return a; \
} \
static inline int has##W(set##W a, int64_t n) { \
    return n >= 0 && n < 64 * W && (a.w[n / 64] >> n % 64 & 1); \
} \
static inline void add##W(set##W *a, int64_t n) { a->w[n / 64] |= (uint64_t)1 << n % 64; } \
static inline set##W one##W(int64_t n) { \
    set##W a = {{0}}; \
    if (n >= 0 && n < 64 * W) { add##W(&a, n); } \
    return a; \
} \
static inline set##W up##W(set##W a, int by) { \
    set##W b = {{0}}; \
    int words = by / 64, bits = by % 64; \
    for (int i = words; i < W; i++) { \
        b.w[i] = a.w[i - words] << bits; \
        if (bits && i > words) { b.w[i] |= a.w[i - words - 1] >> (64 - bits); } \
    } \
    return b; \
} \
static inline set##W down##W(set##W a, int by) { \
    set##W b = {{0}}; \
    int words = by / 64, bits = by % 64; \
    for (int i = 0; i + words < W; i++) { \
        b.w[i] = a.w[i + words] >> bits; \
        if (bits && i + words + 1 < W) { b.w[i] |= a.w[i + words + 1] << (64 - bits); } \
    } \
    return b; \
}

/* What looks through slots or codes and makes a set. Numbers beyond a set are left out. */
#define SEARCHES(W) \
static inline set##W within##W(const slot *s, int64_t count, int64_t step, int64_t low, \
                               int64_t high) { \
    set##W a = one##W(-1); \
    for (int64_t i = 0; i < count && i < 64 * W; i++) { \
        if (s[i * step] >= low && s[i * step] <= high) { add##W(&a, i); } \
    } \
    return a; \
} \
static inline set##W values##W(const slot *s, int64_t count, int64_t limit) { \
    set##W a = one##W(-1); \
    for (int64_t i = 0; i < count; i++) { \
        if (s[i] >= 0 && s[i] < limit && s[i] < 64 * W) { add##W(&a, s[i]); } \
    } \
    return a; \
} \
static inline set##W role##W(const int32_t *codes, int64_t count, int32_t low, int32_t high, \
                             int32_t divide, int32_t size) { \
    set##W a = one##W(-1); \
    for (int64_t i = 0; i < count; i++) { \
        if (codes[i] >= low && codes[i] <= high) { add##W(&a, (codes[i] - low) / divide % size); } \
    } \
    return a; \
}

/* A set of A words as one of B words. */
#define RESIZED(A, B) \
static inline set##B to##A##_##B(set##A a) { \
    set##B b = one##B(-1); \
    memcpy(&b, &a, sizeof a < sizeof b ? sizeof a : sizeof b); \
    return b; \
}
