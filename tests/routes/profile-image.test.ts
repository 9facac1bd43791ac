import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { profileImages } from '~/platform/db/schema/members'
import { twoColours } from '../accounts/corpus'
import { newVisitor, type Visitor } from '../support/app'
import { signedIn } from '../support/people'
import { upload, uploadBody } from '../support/uploads'

const stored = async (id: number) =>
  (await db.select().from(profileImages).where(eq(profileImages.user_id, id)))[0] ?? null

/** Uploads files and follows the redirect. */
async function send(visitor: Visitor, ...files: Parameters<typeof upload>[1][]) {
  const answer = await upload(visitor, ...files)
  expect(answer.status).toBe(303)
  const page = await visitor.follow(answer)
  expect(page.status).toBe(200)
  return page
}

describe('image form', () => {
  test('is a multipart form with one file field for images', async () => {
    const { visitor } = await signedIn()
    const { body } = await visitor.get('/Account')
    expect(body).toMatch(/<form[^>]+action="\/Account\/image"[^>]+enctype="multipart\/form-data"/i)
    expect(body).toMatch(/<input[^>]+type="file"[^>]+accept="image\/\*"/)
    expect(body).not.toContain('Remove image')
  })

  test.each<[string, Parameters<typeof upload>[1][]]>([
    ['no field at all', []],
    ['a file under another name', [{ bytes: Buffer.from('x'), field: 'picture' }]],
    ['no file chosen', [{ bytes: Buffer.alloc(0), type: 'application/octet-stream', filename: '' }]],
  ])('with %s: Please select an image', async (_, files) => {
    const { id, visitor } = await signedIn()
    expect((await send(visitor, ...files)).text).toContain('Please select an image')
    expect(await stored(id)).toBeNull()
  })

  test('that is no JPEG, PNG or WebP, is damaged or too large is refused with the reason', async () => {
    const { id, visitor } = await signedIn()
    const bytes = await twoColours()
    const refused = async (file: Parameters<typeof upload>[1]) => (await send(visitor, file)).text
    const otherType = 'Please select an image of type JPEG, PNG or WebP.'
    expect(await refused({ bytes: Buffer.from('GIF89a'), type: 'image/gif' })).toContain(otherType)
    expect(await refused({ bytes: Buffer.from('....ftypheic'), type: 'image/heic' })).toContain(otherType)
    expect(await refused({ bytes, type: 'application/pdf' })).toContain(otherType)
    expect(await refused({ bytes: bytes.subarray(0, 100) })).toContain(
      'Please select an image of at most 24 megapixels: this one is larger, or damaged.',
    )
    expect(await stored(id)).toBeNull()
  })

  test('with two files or a text field: Please select an image', async () => {
    const { id, visitor } = await signedIn()
    const bytes = await twoColours()
    expect((await send(visitor, { bytes }, { bytes })).text).toContain('Please select an image')
    const answer = await visitor.post('/Account/image', {
      from: '/Account',
      image: 'data:image/png;base64,AA',
    })
    expect((await visitor.follow(answer)).text).toContain('Please select an image')
    expect(await stored(id)).toBeNull()
  })

  test.each([
    ['application/json', '{}', 415],
    ['image/jpeg', 'x', 415],
    ['multipart/form-data', 'x', 400],
    ['multipart/form-data; boundary=x', '--y\r\n', 400],
    ['multipart/form-data; boundary=x', `--x\r\n${'Content-Disposition: form-data\r\n'.repeat(3)}`, 400],
  ])('as %s with %j is %i', async (type, body, status) => {
    const { visitor } = await signedIn()
    const headers = { 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin' }
    expect((await visitor.request('/Account/image', { method: 'POST', body, headers })).status).toBe(status)
  })

  test('over 5 MB is 413 with the form and its error, and the session continues', async () => {
    const { id, visitor } = await signedIn()
    const body = new FormData()
    body.set('from', '/Account')
    body.set('image', new Blob([new Uint8Array(6 * 1024 * 1024)], { type: 'image/jpeg' }), 'me.jpg')
    const answer = await visitor.request('/Account/image', {
      method: 'POST',
      body,
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    expect(answer.status).toBe(413)
    expect(answer.text).toContain('Please select an image of at most 5 MB.')
    expect(answer.body).toContain('action="/Account/image"')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect((await visitor.get('/Account')).text).not.toContain('Please select an image')
    expect(await stored(id)).toBeNull()
  })

  test('with tens of thousands of fields is refused', async () => {
    const { id, visitor } = await signedIn()
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
    const body = `${part.repeat(90_000)}--x--\r\n`
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Sec-Fetch-Site': 'same-origin' }
    const answer = await visitor.request('/Account/image', { method: 'POST', body, headers })
    expect(answer.status).toBe(413)
    expect(await stored(id)).toBeNull()
  })

  test('from another site or a guest stores nothing', async () => {
    const { id, visitor } = await signedIn()
    const bytes = await twoColours()
    const answer = await visitor.request('/Account/image', {
      method: 'POST',
      body: uploadBody([{ bytes }]),
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    })
    expect(answer.status).toBe(403)
    expect(await stored(id)).toBeNull()
    expect((await upload(newVisitor(), { bytes })).location).toBe('/')
  })

  test('ten images a day are decoded, the eleventh is refused with the waiting time', async () => {
    const { visitor } = await signedIn()
    const bytes = await twoColours()
    for (let i = 0; i < 10; i++)
      expect((await send(visitor, { bytes })).text).toContain('Image updated successfully!')
    expect((await send(visitor, { bytes: Buffer.from('GIF89a') })).text).toContain('Please select an image')
    expect((await send(visitor, { bytes })).text).toMatch(
      /Too many attempts\. Please try again in 2[34] hours\./,
    )
  })
})

describe('stored image', () => {
  test('is upright and cropped to its centre', async () => {
    // Blue is on the right of the pixel data; orientation 3 (180 degrees) moves it to the left.
    const turned = await sharp(await twoColours('png'))
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer()
    const { id, visitor } = await signedIn()
    await send(visitor, { bytes: turned })
    const { data, info } = await sharp((await stored(id))!.webp)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixel = (x: number) => [...data.subarray(x * info.channels, x * info.channels + 3)]
    const [left, right] = [pixel(40), pixel(215)]
    expect(left[2]).toBeGreaterThan(200)
    expect(left[0]).toBeLessThan(60)
    expect(right[0]).toBeGreaterThan(200)
    expect(right[2]).toBeLessThan(60)
  })

  test('is served only to its owner, and only as an image', async () => {
    const { id, visitor } = await signedIn()
    await send(visitor, { bytes: await twoColours() })
    const { version, webp } = (await stored(id))!
    const page = await visitor.get('/Account')
    // On the page and in the header's profile icon.
    expect(page.body.match(new RegExp(`src="/Account/image\\?v=${version}"`, 'g'))).toHaveLength(2)
    expect((await visitor.get('/Deals')).body).toContain(`/Account/image?v=${version}`)

    const image = await visitor.get(`/Account/image?v=${version}`)
    expect(image.status).toBe(200)
    expect(Object.fromEntries(image.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(image.headers.get('Cache-Control')).toMatch(/^private, /)
    expect((await visitor.get('/Account/image')).headers.get('Cache-Control')).toBe('private, no-cache')
    const again = await visitor.get('/Account/image', { 'If-None-Match': `"${version}"` })
    expect([again.status, again.body]).toEqual([304, ''])
    expect(webp.length).toBeGreaterThan(100)

    const { visitor: other } = await signedIn()
    expect((await other.get(`/Account/image?v=${version}`)).status).toBe(404)
    expect((await newVisitor().get(`/Account/image?v=${version}`)).location).toBe('/')
  })

  test('is replaced by the next one and deleted on removal', async () => {
    const { id, visitor } = await signedIn()
    await send(visitor, { bytes: await twoColours() })
    const { version } = (await stored(id))!
    await send(visitor, {
      bytes: await sharp(await twoColours('png'))
        .negate()
        .png()
        .toBuffer(),
    })
    expect((await stored(id))!.version).not.toBe(version)
    const removed = await visitor.follow(await visitor.post('/Account/image/remove', { from: '/Account' }))
    expect(removed.text).toContain('Your image is removed.')
    expect(removed.body).not.toContain('/Account/image?v=')
    expect(await stored(id)).toBeNull()
    expect((await visitor.post('/Account/image/remove', { from: '/Account' })).status).toBe(303)
  })
})

describe('failing image storage', () => {
  afterEach(() => db.execute(sql`DROP TRIGGER IF EXISTS full_disk ON profile_images`))

  test('shows Error updating image, and does not count towards the limit', async () => {
    await db.execute(sql`
      CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room'; END $$`)
    await db.execute(sql`
      CREATE TRIGGER full_disk BEFORE INSERT ON profile_images FOR EACH ROW EXECUTE FUNCTION fail()`)
    const { id, visitor } = await signedIn()
    const bytes = await twoColours()
    for (let i = 0; i < 11; i++)
      expect((await send(visitor, { bytes })).text).toContain('Error updating image')
    expect(await stored(id)).toBeNull()
  })

  test('shows Failed to fetch image. when reading fails, and the page stays usable', async () => {
    const { id, visitor } = await signedIn()
    const bytes = await twoColours()
    await send(visitor, { bytes })
    await db
      .update(profileImages)
      .set({ webp: Buffer.from('not what it was') })
      .where(eq(profileImages.user_id, id))
    const { version } = (await stored(id))!
    const page = await visitor.get('/Account')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Failed to fetch image. Something went wrong.')
    expect(page.text).toContain('Member since')
    expect((await visitor.get(`/Account/image?v=${version}`)).status).toBe(404)
    expect((await send(visitor, { bytes })).text).toContain('Image updated successfully!')
    expect((await visitor.get('/Account')).text).not.toContain('Failed to fetch image.')
  })
})
