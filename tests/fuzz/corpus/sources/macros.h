C/* shop.h - for tests. @ptc is mentioned here, not an annotation. */
#ifndef SHOP_H
#define SHOP_H
#include <stdint.h>
#define API __attribute__((visibility("default")))
#define MACRO(x) \
   /** @ptc nope */ x
#ifdef __cplusplus
extern "C" {
#endif

typedef struct shop shop;

/**
 * @ptc search
 * Finds titles.
 *
 * Slow, if many.
 * @param query  what to look for,
 *               as words
 * @param[in] limit how many
 * @context user app.user.id
 * @return the titles
 */
API const char *shop_search(const char *query, int32_t limit, const char *user) __attribute__((nonnull(1)));

// @ptc total
// Sums up.
__attribute__((pure)) API double shop_total(unsigned long int count, float price, bool gross, size_t n, uint8_t b);

/** @ptc find-title (numbers [:int],
 *      limit :int[1..] = 20)
 *    -> {titles [:string]}
 *  All of it. */
shop *shop_find(const int *numbers, size_t count, int limit);

/* @ptc nothing */
void shop_nothing(void);

/* @ptc v */
static inline ptc_value shop_value(ptc_value v, json_t *j, ptc_str s, ptc_datetime d) { return v; }

#ifdef __cplusplus
}
#endif
#endif
