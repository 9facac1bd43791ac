import type { Checks } from './check'

export const storesChecks: Checks = {
  'store counts its offers': {
    next: 'catalogue rank counts again',
    query: `
    SELECT b.coupon_code AS subject, 'counts ' || b.live_count || ', ' || b.live_codes || ' with a code, ' || b.live_products ||
           ' products; has ' || c.offers || ', ' || c.codes || ', ' || c.products AS detail
      FROM brands b CROSS JOIN LATERAL (
             SELECT count(*) AS offers, count(code) AS codes, count(*) FILTER (WHERE lower(type) = 'product') AS products
               FROM campaigns WHERE brand_id = b.id AND listed) c
     WHERE (b.live_count, b.live_codes, b.live_products) <> (c.offers, c.codes, c.products)`,
  },
}
