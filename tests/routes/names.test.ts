// Names with characters that are special in URLs, Indian scripts and emoji, on every route with a name.
import { beforeAll, describe, expect, test } from 'vitest'
import { addStore, addOffer } from '../support/catalogue'
import { newVisitor } from '../support/app'
import { signedIn } from '../support/people'

const NAMES = [
  '100% cotton',
  '50%2Foff and 25%20more',
  'Salt & Pepper + more',
  'a+b=c?d#e;f:g@h,i$j',
  `"Quoted" and 'single' and \`back\``,
  'Either/or\\both',
  '<b>bold</b> &amp; brave',
  'दीवाली सेल: 20% छूट',
  'চা ও ಕಾಫಿ',
  '🎉 Party 👨‍👩‍👧 pack',
  '..',
  '[brackets] {braces} (round) ~tilde^|',
]

/** Slashes and dot segments cannot be in a path; the catalogue uses a slug instead. */
const isUnfit = (name: string) => /[/\\]|^\.+$|%2F/i.test(name)
const inPath = (name: string, i: number) => (isUnfit(name) ? `name-${i}` : name)

const guest = newVisitor()
const attribute = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
const hrefs = (body: string, prefix: string) =>
  [...body.matchAll(/<a [^>]*?href="([^"]*)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&').replaceAll('&#x27;', "'"))
    .filter((href) => href.startsWith(prefix))

beforeAll(async () => {
  for (const [i, name] of NAMES.entries()) {
    const store = await addStore({ name: `Store ${i}`, coupon_code: inPath(name, i) })
    await addOffer({ brand_id: store.id, title: name, slug: `name-${i}`, code: `CODE${i}` })
  }
})

describe.each(NAMES.map((name, i) => ({ name, i })))('names: $name', ({ name, i }) => {
  const heading = `<h1 class="text-xl">${attribute(name)}</h1>`

  test('links from store, code and offer pages lead to it', async () => {
    const [offers] = hrefs(
      (await guest.get(`/Offers/${encodeURIComponent(`Store ${i}`)}`)).body,
      '/CouponCode/',
    )
    const code = await guest.get(offers!)
    expect(code.status).toBe(200)
    expect(code.body).toContain(heading)
    expect(code.body).toContain(`value="CODE${i}"`)
    expect(code.body).not.toContain('\0')

    const detail = await guest.get(offers!.replace('/CouponCode/', '/CouponsDetails/'))
    expect(detail.status).toBe(200)
    expect(detail.body).toContain(`<h1>${attribute(name)}</h1>`)
    const [store] = hrefs(detail.body, `/Offers/${encodeURIComponent(inPath(name, i))}`)
    expect((await guest.get(store!)).body).toContain(`<h1>Store ${i}</h1>`)
  })

  test('the percent-encoded name works on each route', async () => {
    if (isUnfit(name)) return
    const path = encodeURIComponent(name)
    for (const route of ['CouponsDetails', 'CouponsGroup']) {
      const page = await guest.get(`/${route}/${path}`)
      expect(page.status).toBe(200)
      expect(page.body).toContain(`<h1>${attribute(name)}</h1>`)
    }
    expect((await guest.get(`/CouponCode/${path}`)).body).toContain(heading)
    expect((await guest.get(`/Offers/${path}`)).body).toContain(`<h1>Store ${i}</h1>`)
    const canonical = `<link rel="canonical" href="http://localhost:3000/CouponsDetails/${attribute(path)}"/>`
    expect((await guest.get(`/CouponsGroup/${path}`)).body).toContain(canonical)
  })

  test('a vote returns to its page', async () => {
    const path = `/CouponsDetails/${encodeURIComponent(inPath(name, i))}`
    const { visitor: member } = await signedIn()
    const answer = await member.post(path, { feedback: 'no', from: path })
    expect(answer.status).toBe(303)
    const page = await member.follow(answer)
    expect(page.body).toContain(`<h1>${attribute(name)}</h1>`)
    expect(page.text).toContain('your feedback is submitted')
  })

  test('an unknown name of this kind is 404', async () => {
    const path = encodeURIComponent(`${name} unknown`).replace(/%2F|%5C/g, '')
    for (const route of ['CouponsDetails', 'CouponsGroup', 'CouponCode', 'Offers', 'CouponFilters'])
      expect((await guest.get(`/${route}/${path}`)).status).toBe(404)
    expect((await guest.get(`/${path}`)).location).toBe('/')
  })
})

test('categories with & and spaces are found', async () => {
  for (const [path, name] of [
    ['/CouponFilters/Food-&-Dining', 'Food-&amp;-Dining'],
    ['/CouponFilters/Food-%26-Dining', 'Food-&amp;-Dining'],
    ['/CouponFilters/Network%20Security', 'Network Security'],
    ['/CouponFilters/Health-&-Beauty', 'Health-&amp;-Beauty'],
  ]) {
    const page = await guest.get(path!)
    expect(page.status).toBe(200)
    expect(page.body).toContain(name)
  }
})

test('a name with NUL, a slash or a backslash is 400', async () => {
  for (const route of ['CouponsDetails', 'CouponCode', 'Offers'])
    for (const odd of ['%00', '%2F', '%5C'])
      expect((await guest.get(`/${route}/nothing${odd}here`)).status).toBe(400)
})
