// Commands and workers do not load the routes; tests/paths.test.ts writes the file.
import segments from '~/route-segments.json'

/** Files, what the server answers before the routes, older and future URLs, and words that mean nothing. */
const FURTHER = `assets categories favicon.ico logos manifest.webmanifest metrics og.png photos steps
  links build coupon images public tk all null undefined`

/** The first segments of our own URLs (docs/rules.md#5), which no slug or shortlink may have. */
export const RESERVED = new Set([...segments, ...FURTHER.split(/\s+/)])

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

/** What an offer may be called in its address, best first. A number alone would read like that of another offer. */
export const listOfferSlugs = (title: string, store: string): string[] =>
  [slugify(title), slugify(`${title} ${store}`)].filter((slug) => !/^\d+$/.test(slug))
