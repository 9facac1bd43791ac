import { expect, test } from 'vitest'
import { buildBreadcrumbs, buildOfferData } from '~/domain/catalog/structured-data'

const offer = {
  title: '12% off laptops',
  store: 'Voltwala',
  storeCode: 'volt & co',
  text: 'Any laptop.',
  type: 'coupon',
  category: 'Electronics',
  href: '/CouponsDetails/12%25%20off%20laptops',
  endsAt: '2031-01-28T18:30:00.000Z',
  endedOn: null,
  seo: null,
}
const origin = 'https://dealdwaar.example'

test('a coupon is an Offer of its store', () => {
  expect(buildOfferData(offer, origin)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Offer',
    name: '12% off laptops',
    description: 'Any laptop.',
    url: 'https://dealdwaar.example/CouponsDetails/12%25%20off%20laptops',
    category: 'Electronics',
    validThrough: '2031-01-28T18:30:00.000Z',
    seller: {
      '@type': 'Organization',
      name: 'Voltwala',
      url: 'https://dealdwaar.example/Offers/volt%20%26%20co',
    },
  })
})

test('a product is a Product with its Offer, and the SEO table overrides it', () => {
  const structuredData = {
    '@type': 'Product',
    name: 'Laptop 14"',
    offers: { '@type': 'Offer', priceCurrency: 'INR' },
  }
  const plain = buildOfferData({ ...offer, type: 'Product' }, origin)
  expect(plain).toMatchObject({ '@type': 'Product', name: '12% off laptops', offers: { '@type': 'Offer' } })
  const told = buildOfferData({ ...offer, seo: { structuredData } }, origin)
  expect(told).toMatchObject({
    '@type': 'Product',
    name: 'Laptop 14"',
    brand: { '@type': 'Brand', name: 'Voltwala' },
    offers: { '@type': 'Offer', priceCurrency: 'INR', url: origin + offer.href },
  })
})

test('an ended offer has no structured data', () => {
  expect(buildOfferData({ ...offer, endedOn: '30 Jun 2025' }, origin)).toBeNull()
})

test('breadcrumbs begin at home', () => {
  expect(buildBreadcrumbs(origin, [['Travel', '/CouponFilters/Travel']])).toEqual({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'DealDwaar', item: 'https://dealdwaar.example/' },
      {
        '@type': 'ListItem',
        position: 2,
        name: 'Travel',
        item: 'https://dealdwaar.example/CouponFilters/Travel',
      },
    ],
  })
})
