import { paths } from '~/paths'

/** The first segments of our own URLs (docs/rules.md#5), which no slug or shortlink may have. */
export const RESERVED = new Set([
  ...Object.values(paths).map((path) => path.split('/')[1]!.toLowerCase()),
  ...words('.well-known api couponcode couponsdetails couponsgroup img offers og out postback robots.txt'),
  ...words('sitemap.xml unsubscribe webhooks'),
  ...words(
    'assets categories favicon.ico healthz logos manifest.webmanifest metrics og.png photos readyz steps',
  ),
  ...words('build coupon images public tk demo desk all null undefined'),
])

function words(text: string): string[] {
  return text.split(' ')
}

const LONGEST = 70

/** '' if the text has no Latin letter or digit. */
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
