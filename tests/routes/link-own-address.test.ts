import { expect, test } from 'vitest'

process.env.PUBLIC_ORIGIN = 'http://shop.localhost:3000'
const { newVisitor } = await import('../support/app')

test('an address of this site is refused as a product', async () => {
  for (const address of [
    'shop.localhost',
    'shop.localhost/Link?url=x',
    'shop.localhost/Offers/voltwala',
    'www.shop.localhost/Link',
  ]) {
    const url = new URLSearchParams({ url: `http://${address}` })
    const answer = await newVisitor().get(`/Link?${url}`)
    expect(answer.text).toContain('This is an address of DealDwaar. Paste the one of the shop.')
  }
})
