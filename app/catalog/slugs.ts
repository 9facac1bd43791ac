/** First segments of our own URLs (docs/rules.md#5), lower-cased: not allowed as slugs or shortlinks. */
export const RESERVED = new Set(
  `.well-known aboutus account all api assets auth build contactus coupon couponcode couponfilters couponsdetails
   couponsgroup coupontopcodes deals favicon.ico flexpage healthz howitworks images img logos
   manifest.webmanifest metrics newsletter null offers og og.png out postback privacypolicy public readyz robots.txt
   service-worker.js singup sitemap.xml speculation-rules.json steps styleguide suggestions termsconditions tk topstores undefined webhooks`.split(
    /\s+/,
  ),
)

const LONGEST = 70

/** 'Flat 20% off – Käse' -> 'flat-20-off-kase'; '' if no Latin letter or digit is left. */
export function slugify(text: string): string {
  const slug = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return slug.length <= LONGEST ? slug : slug.slice(0, LONGEST).replace(/-[^-]*$/, '')
}
