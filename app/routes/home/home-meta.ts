import type { MetaDescriptor } from '@remix-run/node'
import { pageMeta } from '~/components/layout/page-meta'

const TITLE = 'DealDwaar: Your Gateway to Great Deals'
const DESCRIPTION =
  'Coupons, offers and cashback from stores that deliver in India. Shop through DealDwaar, earn cashback, and withdraw it to your bank or UPI.'

export function homeMeta(origin: string): MetaDescriptor[] {
  return [
    ...pageMeta({ title: TITLE, description: DESCRIPTION, path: '/', origin }),
    { 'script:ld+json': buildOrganization(origin) },
  ]
}

const buildOrganization = (origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: 'DealDwaar',
  slogan: 'Your Gateway to Great Deals',
  url: `${origin}/`,
  logo: `${origin}/og.png`,
})
