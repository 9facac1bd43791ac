import { describe, expect, it } from 'vitest'
import { pageMeta, readSiteOrigin } from '~/components/layout/page-meta'

const page = { title: 'Deals | DealDwaar', description: 'All deals.', path: '/Deals', origin: 'https://x.in' }

describe('pageMeta()', () => {
  it('returns title, description, canonical link and picture', () => {
    const tags = pageMeta(page)
    expect(tags).toContainEqual({ title: 'Deals | DealDwaar' })
    expect(tags).toContainEqual({ name: 'description', content: 'All deals.' })
    expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://x.in/Deals' })
    expect(tags).toContainEqual({ property: 'og:url', content: 'https://x.in/Deals' })
    expect(tags).toContainEqual({ property: 'og:image', content: 'https://x.in/og.png' })
    expect(tags).toContainEqual({ property: 'og:image:width', content: '1200' })
  })

  it('uses a given picture, of this site or another', () => {
    const pictures = ['/og/offer/7.png', 'https://cdn.in/a.png'].map((image) =>
      pageMeta({ ...page, image }).find((tag) => 'property' in tag && tag.property === 'og:image'),
    )
    expect(pictures).toEqual([
      { property: 'og:image', content: 'https://x.in/og/offer/7.png' },
      { property: 'og:image', content: 'https://cdn.in/a.png' },
    ])
  })

  it('omits the canonical link without a path, and absolute URLs without an origin', () => {
    const missing = pageMeta({ ...page, path: null, robots: 'noindex' })
    expect(missing.some((tag) => 'rel' in tag)).toBe(false)
    expect(missing).toContainEqual({ name: 'robots', content: 'noindex' })
    expect(JSON.stringify(pageMeta({ ...page, origin: '' }))).not.toContain('/Deals')
  })

  it('readSiteOrigin() reads the origin from the root loader', () => {
    expect(readSiteOrigin([{ id: 'root', data: { site: { origin: 'https://x.in' } } }, { id: 'a' }])).toBe(
      'https://x.in',
    )
    expect(readSiteOrigin([{ id: 'root', data: undefined }])).toBe('')
  })
})
