import { expect, test } from 'vitest'

process.env.PUBLIC_ORIGIN = 'http://shop.localhost:3000'
const { newVisitor } = await import('../support/app')

test('an address of this site is refused as a product', async () => {
  for (const path of ['', '/Link?url=x', '/Offers/voltwala']) {
    const url = new URLSearchParams({ url: `http://shop.localhost${path}` })
    const answer = await newVisitor().get(`/Link?${url}`)
    expect(answer.text).toContain('This is an address of DealDwaar. Paste the one of the shop.')
  }
})
