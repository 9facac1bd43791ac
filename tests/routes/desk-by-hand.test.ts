/** Stores and offers at the desk: made, found, edited by two people, and given back to their feed. */
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { images } from '~/platform/db/schema/images'
import { formatFormerName, formatFormName, formatWithoutName } from '~/http/desk/views/labels'
import { importFeed, ownRow } from '../catalog/feed'
import { newVisitor, type Answer, type Visitor } from '../support/app'
import { signedInAtDesk } from '../support/desk'
import { picture } from '../support/image-host'
import { uploadBody } from '../support/uploads'

let cato: Visitor
let bea: Visitor
let viewer: Visitor

beforeAll(async () => {
  cato = (await signedInAtDesk('catalogue', 'Cato Rao')).visitor
  bea = (await signedInAtDesk('catalogue', 'Bea Iyer')).visitor
  viewer = (await signedInAtDesk('viewer')).visitor
})

const unescape = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** The fields of the form at `action`, as a browser sends them where nobody types anything. */
function readForm(page: Answer, action: string): Record<string, string> {
  const [, form] =
    new RegExp(`<form[^>]*action="${action}[^"]*"[^>]*>(.*?)</form>`, 's').exec(page.body) ?? []
  if (form === undefined) throw new Error(`no form at ${action}: ${page.text.slice(0, 500)}`)
  const fields: Record<string, string> = {}
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1]
    if (name && !tag.includes('type="checkbox"'))
      fields[name] = unescape(/value="([^"]*)"/.exec(tag)?.[1] ?? '')
  }
  for (const [, name, text] of form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs))
    fields[name!] = unescape(text!).replace(/^\n/, '')
  for (const [, name, options] of form.matchAll(/<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
    fields[name!] = unescape(
      /<option[^>]*selected=""[^>]*value="([^"]*)"|value="([^"]*)"[^>]*selected/
        .exec(options!)
        ?.slice(1)
        .find(Boolean) ?? '',
    )
  return fields
}

/** What the form has, with what is typed into it, is sent; returns the page of the preview. */
async function send(visitor: Visitor, opened: Answer, action: string, typed: Record<string, string>) {
  const fields = readForm(opened, action)
  const named = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [formatFormName(name), value]),
  )
  for (const name of Object.keys(named)) expect(Object.keys(fields)).toContain(name)
  return visitor.follow(await visitor.post(action, { ...fields, ...named }))
}

/** Returns the page after it. */
async function confirm(visitor: Visitor, preview: Answer): Promise<Answer> {
  const [, action] = /<form[^>]*action="(\/Desk\/Drafts\/[^"?]*)/.exec(preview.body) ?? []
  if (action === undefined) throw new Error(preview.text)
  return visitor.follow(await visitor.post(action, readForm(preview, action)))
}

async function perform(visitor: Visitor, path: string, typed: Record<string, string>): Promise<Answer> {
  const [action] = path.split('?')
  return confirm(visitor, await send(visitor, await visitor.get(path), action!, typed))
}

let made = 0
async function offerOfFeed(fields: object = {}) {
  const source = `desk-hand-${++made}`
  await importFeed([ownRow({ brand: `Lights ${made}`, code: 'LAMP10', ...fields })], { source })
  const [offer] = await db.select().from(campaigns).where(eq(campaigns.source, source))
  return { id: offer!.id, source, path: `/Desk/catalogue/edit?offer=${offer!.id}` }
}
const read = async (id: number) => (await db.select().from(campaigns).where(eq(campaigns.id, id)))[0]!

test('a store and an offer are made without a feed, and each answer is the record', async () => {
  const store = await perform(cato, '/Desk/stores/add', {
    name: 'Kesar Threads',
    page: 'https://kesar.example',
  })
  expect(store.text).toContain('Adds the store Kesar Threads.')
  expect(store.body).toMatch(/href="\/Desk\/catalogue\/add\?store=kesar-threads"/)
  const offer = await perform(cato, '/Desk/catalogue/add?store=kesar-threads', {
    title: 'Kurtas by hand',
    network: 'trackier',
    programme: '4602',
    payout: '6%',
    description: 'Every kurta.\n- cotton\n- silk',
    to: '2099-01-31T18:30',
    category: 'Fashion',
  })
  expect(offer.text).toContain('Adds ‘Kurtas by hand’ to Kesar Threads.')
  expect(offer.text).toMatch(/Offer \d+/)
  expect(offer.text).toContain('31 Jan 2099, 6:30 pm')
  expect(offer.text).toContain('6.00%')
  const [row] = await db.select().from(campaigns).where(eq(campaigns.title, 'Kurtas by hand'))
  expect(row).toMatchObject({ ends_at: new Date('2099-01-31T13:00:00Z'), category_id: 2, listed: true })
  expect((await cato.get('/Desk/stores/list')).body).toContain('/Desk/stores/show?store=kesar-threads')
  expect((await cato.get(`/Desk/catalogue/list?search=kurtas`)).body).toContain(
    `/Desk/catalogue/show?offer=${row!.id}`,
  )
})

test.each(['edit', 'show'])(
  'the form of an edit at %s has the values of the offer, and sends only what differs',
  async (page) => {
    const { id } = await offerOfFeed({ description: 'One.\nTwo.', category: 'Travel' })
    const opened = await cato.get(`/Desk/catalogue/${page}?offer=${id}`)
    const fields = readForm(opened, '/Desk/catalogue/edit')
    expect(fields).toMatchObject({
      [formatFormName('title')]: 'Flat 20% off on lamps',
      [formatFormName('code')]: 'LAMP10',
      [formatFormName('description')]: 'One.\nTwo.',
      [formatFormName('category')]: 'Travel',
      [formatFormerName('title')]: 'Flat 20% off on lamps',
    })
    const preview = await send(cato, opened, '/Desk/catalogue/edit', { code: 'MINE' })
    expect(preview.text).toContain('Changes code of ‘Flat 20% off on lamps’')
    expect((await read(id)).code).toBe('LAMP10')
    const done = await confirm(cato, preview)
    expect(done.text).toContain('Edited by hand')
    expect(done.text).toContain('code: LAMP10 → MINE')
    expect(await read(id)).toMatchObject({ code: 'MINE', overrides: { code: 'LAMP10' } })
  },
)

test('an emptied field is cleared, and one that must not be empty is refused at its place with all that was typed', async () => {
  const { id, path } = await offerOfFeed()
  const refused = await send(cato, await cato.get(path), '/Desk/catalogue/edit', { title: '', code: 'KEPT' })
  expect(refused.text).toContain('It must have between 1 and 200 characters')
  expect(readForm(refused, '/Desk/catalogue/edit')[formatFormName('code')]).toBe('KEPT')
  await perform(cato, path, { code: '' })
  expect(await read(id)).toMatchObject({ code: null, overrides: { code: 'LAMP10' } })
})

test('an edit that changes nothing is refused', async () => {
  const { path } = await offerOfFeed()
  const page = await send(cato, await cato.get(path), '/Desk/catalogue/edit', {})
  expect(page.text).toContain('Nothing differs from what is there.')
})

test('of two editors the second sees what the first has changed, and takes nothing back', async () => {
  const { id, path } = await offerOfFeed()
  const [first, second] = [await cato.get(path), await bea.get(path)]
  await confirm(cato, await send(cato, first, '/Desk/catalogue/edit', { title: 'By Cato' }))
  const preview = await send(bea, second, '/Desk/catalogue/edit', { code: 'BEA' })
  expect(preview.text).toContain(`offer ${id}: Cato Rao`)
  expect(preview.text).toContain('By Cato')
  expect(preview.text).toContain('Changes code of ‘By Cato’')
  await confirm(bea, preview)
  expect(await read(id)).toMatchObject({ title: 'By Cato', code: 'BEA' })
})

test('a preview that was overtaken does nothing', async () => {
  const { id, path } = await offerOfFeed()
  const preview = await send(bea, await bea.get(path), '/Desk/catalogue/edit', { title: 'By Bea' })
  await perform(cato, path, { title: 'By Cato' })
  const answer = await confirm(bea, preview)
  expect(answer.text).toMatch(new RegExp(`nothing was done: Cato Rao.* changed offer ${id} `))
  expect((await read(id)).title).toBe('By Cato')
})

test('a field is given back from the record, with what the feed said last', async () => {
  const { id, source, path } = await offerOfFeed()
  await perform(cato, path, { title: 'Mine' })
  await importFeed([ownRow({ brand: `Lights ${made}`, title: 'The feed’s', code: 'LAMP10' })], { source })
  const record = await cato.get(`/Desk/catalogue/show?offer=${id}`)
  expect(record.text).toContain('The feed’s')
  const back = `/Desk/catalogue/give-back?offer=${id}&field=title`
  expect(record.body).toContain(back.replace('&', '&amp;'))
  const done = await perform(cato, back, {})
  expect(done.text).not.toContain('Edited by hand')
  expect(await read(id)).toMatchObject({ title: 'The feed’s', overrides: {} })
})

test('an offer is ended, restored, hidden and copied as a draft from its record', async () => {
  const { id } = await offerOfFeed()
  const at = (operation: string) => `/Desk/catalogue/${operation}?offer=${id}`
  expect((await perform(cato, at('end'), {})).text).toContain('ended')
  expect((await read(id)).ends_at!.getTime()).toBeLessThanOrEqual(Date.now())
  expect((await cato.get(`/Desk/catalogue/show?offer=${id}`)).body).toContain(at('restore'))
  await perform(cato, at('restore'), {})
  expect((await read(id)).ends_at).toBeNull()
  expect((await perform(cato, at('hide'), { reason: 'The shop asked' })).text).toContain('The shop asked')
  const copy = await perform(cato, at('duplicate'), { title: 'A copy' })
  expect(copy.text).toContain('draft')
  const [row] = await db.select().from(campaigns).where(eq(campaigns.title, 'A copy'))
  expect(row).toMatchObject({ source: 'by hand', hidden_reason: 'draft' })
})

test('a link of another publisher waits for a second person once the shop has clicks', async () => {
  const { id } = await offerOfFeed()
  const path = `/Desk/catalogue/set-link?offer=${id}`
  const link = `https://elsewhere${id}.example/click?pub_id=666`
  const [clicked] = await db.execute<{ clicked: boolean }>(
    sql`SELECT EXISTS (SELECT 1 FROM clicks) AS clicked`,
  )
  const answer = await perform(cato, path, { link })
  if (clicked!.clicked) {
    expect(answer.text).toContain('It waits for a second person')
    expect((await read(id)).tracking_url).toBeNull()
  } else expect((await read(id)).tracking_url).toBe(link)
})

test('a viewer sees the record, and no form that changes it', async () => {
  const { id, path } = await offerOfFeed()
  const record = await viewer.get(`/Desk/catalogue/show?offer=${id}`)
  expect(record.status).toBe(200)
  expect(record.body).not.toContain('/Desk/catalogue/edit')
  expect((await viewer.get(path)).status).toBe(403)
})

test('a store is edited in one form, and keeps what is not touched', async () => {
  await offerOfFeed({ brand: `Bright ${made + 1}`, voids: 'Gift cards', tracks_in_hours: '24' })
  const path = `/Desk/stores/set?store=bright-${made}`
  const fields = readForm(await cato.get(path), '/Desk/stores/set')
  expect(fields).toMatchObject({
    [formatFormName('name')]: `Bright ${made}`,
    [formatFormName('void')]: 'Gift cards',
    [formatFormName('tracksIn')]: '24',
  })
  const done = await perform(cato, path, { tracksIn: '', void: 'Gift cards\nReturned goods' })
  expect(done.text).toContain('Edited by hand')
  const [store] = await db.execute<{ voids: string; tracks_in_hours: number | null; overrides: object }>(
    sql`SELECT voids, tracks_in_hours, overrides FROM brands WHERE coupon_code = ${`bright-${made}`}`,
  )
  expect(store).toEqual({
    voids: 'Gift cards\nReturned goods',
    tracks_in_hours: null,
    overrides: { voids: 'Gift cards', tracks_in_hours: '24' },
  })
})

describe('undo', () => {
  const readUndo = (page: Answer) => /action="(\/Desk\/Log\/\d+\/undo)"/.exec(page.body)?.[1]
  const openEntry = async (visitor: Visitor, done: Answer) => {
    const [, entry] = /<a[^>]*href="(\/Desk\/log\/show\?id=\d+)"[^>]*>Undo</.exec(done.body) ?? []
    if (entry === undefined) throw new Error(done.text)
    return visitor.get(entry)
  }

  test('leads from what was done to its entry, its preview, and the offer as it was', async () => {
    const { id, path } = await offerOfFeed()
    const entry = await openEntry(cato, await perform(cato, path, { title: 'Mine', code: '' }))
    const action = readUndo(entry)!
    const preview = await cato.follow(await cato.post(action, { from: action }))
    expect(preview.text).toContain('Preview: nothing is done yet')
    expect(preview.text).toContain('Changes title, code of ‘Mine’')
    expect((await read(id)).title).toBe('Mine')
    const done = await confirm(cato, preview)
    expect(done.text).toContain('Flat 20% off on lamps')
    expect(await read(id)).toMatchObject({ title: 'Flat 20% off on lamps', code: 'LAMP10', overrides: {} })
  })

  test('is refused with who changed it since, also where the button was on the page already', async () => {
    const { id, path } = await offerOfFeed()
    const entry = await openEntry(cato, await perform(cato, path, { title: 'By Cato' }))
    const action = readUndo(entry)!
    await perform(bea, path, { title: 'By Bea' })
    const answer = await cato.follow(await cato.post(action, { from: action }))
    expect(answer.text).toMatch(
      new RegExp(
        `It cannot be undone: the title of offer ${id} is no longer what it set: Bea Iyer.* changed it at `,
      ),
    )
    expect(readUndo(answer)).toBeUndefined()
    expect((await read(id)).title).toBe('By Bea')
  })

  test('that was overtaken after its preview does nothing', async () => {
    const { id, path } = await offerOfFeed()
    const action = readUndo(await openEntry(cato, await perform(cato, path, { title: 'By Cato' })))!
    const preview = await cato.follow(await cato.post(action, { from: action }))
    await perform(bea, path, { title: 'By Bea' })
    expect((await confirm(cato, preview)).text).toContain('nothing was done')
    expect((await read(id)).title).toBe('By Bea')
  })

  test('is not offered to a role that may not do it, nor from another site', async () => {
    const { id, path } = await offerOfFeed()
    const action = readUndo(await openEntry(cato, await perform(cato, path, { title: 'Mine' })))!
    const { visitor: supporter } = await signedInAtDesk('support')
    expect(
      readUndo(await viewer.get(action.replace('/Desk/Log/', '/Desk/log/show?id=').replace('/undo', ''))),
    ).toBeUndefined()
    const entry = action.replace('/Desk/Log/', '/Desk/log/show?id=').replace('/undo', '')
    expect(readUndo(await supporter.get(entry))).toBeUndefined()
    expect((await supporter.post(action, { from: entry })).status).toBe(403)
    expect((await cato.post(action, { from: entry }, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await cato.post('/Desk/Log/999999999/undo', { from: entry })).status).toBe(404)
    expect((await read(id)).title).toBe('Mine')
  })
})

describe('a picture at the desk', () => {
  /** As a browser sends a form with a file. */
  async function sendFile(
    visitor: Visitor,
    path: string,
    typed: Record<string, string>,
    bytes: Uint8Array,
    file = 'photoFile',
  ) {
    const [action] = path.split('?')
    const opened = await visitor.get(path)
    expect(opened.body).toMatch(/enctype="multipart\/form-data"/i)
    const fields = readForm(opened, action!)
    for (const [name, value] of Object.entries(typed)) fields[formatFormName(name)] = value
    const field = formatFormName(file)
    delete fields[field]
    const body = uploadBody([{ bytes, filename: 'lamp.png', type: 'image/png', field }], fields)
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    return visitor.follow(await visitor.request(action!, { method: 'POST', body, headers }))
  }

  const shownPicture = (page: Answer) =>
    /<img class="desk-picture" src="([^"]*)" alt="([^"]*)"/.exec(page.body)

  test('of an offer is shown before it is confirmed, and then in the shop with its words', async () => {
    const { id, path } = await offerOfFeed({ img: '/photos/lamp.webp' })
    const preview = await sendFile(cato, path, { photoText: 'A brass lamp' }, await picture('#c24141'))
    expect(preview.text).toContain('Changes photo, photo text of')
    expect(preview.text).toMatch(/uploaded picture [0-9a-f]{8}/)
    expect(shownPicture(preview)![1]).toMatch(/^data:image\/webp;base64,/)
    expect((await read(id)).img).toBe('/photos/lamp.webp')
    const [{ n: before }] = (await db.execute(sql`SELECT count(*)::int AS n FROM images`)) as unknown as [
      { n: number },
    ]
    const done = await confirm(cato, preview)
    const offer = await read(id)
    expect(offer).toMatchObject({ img_alt: 'A brass lamp', overrides: { img: '/photos/lamp.webp' } })
    expect(offer.img).toMatch(/^\/img\/[0-9a-f]{32}$/)
    expect(await db.$count(images)).toBe(before + 1)
    expect(shownPicture(done)).toMatchObject({ 2: 'A brass lamp' })
    const shop = await newVisitor().get(`/CouponsDetails/${offer.slug}`)
    expect(shop.body).toContain(`src="${offer.img}-256.webp" alt="A brass lamp"`)
    const served = await newVisitor().get(`${offer.img}-256.webp`)
    expect([served.status, served.headers.get('Content-Type')]).toEqual([200, 'image/webp'])

    // The log has both, so that the former one is there again after an undo.
    const [, entry] = /<a[^>]*href="(\/Desk\/log\/show\?id=\d+)"[^>]*>Undo</.exec(done.body)!
    const page = await cato.get(entry!)
    expect(page.text).toContain(`uploaded picture ${offer.img!.slice('/img/'.length, '/img/'.length + 8)}`)
    const [, action] = /action="(\/Desk\/Log\/\d+\/undo)"/.exec(page.body)!
    await confirm(cato, await cato.follow(await cato.post(action!, { from: entry! })))
    expect(await read(id)).toMatchObject({ img: '/photos/lamp.webp', img_alt: null, overrides: {} })
  })

  test.each<[name: string, bytes: () => Promise<Uint8Array> | Uint8Array, words: string]>([
    [
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'It must be a JPEG, PNG or WebP picture.',
    ],
    [
      'a page of HTML',
      () => Buffer.from('<script>alert(1)</script>'),
      'It must be a JPEG, PNG or WebP picture.',
    ],
    ['25 megapixels', () => picture('#00ff00', 5000, 5000), 'more than 16 megapixels'],
    [
      'half a file',
      async () => (await picture('#00ff00', 900, 900)).subarray(0, 300),
      'This picture is damaged',
    ],
    ['more than 5 MB', () => Buffer.alloc(5 * 1024 * 1024 + 1, 1), 'This picture is larger than 5 MB'],
  ])('that is %s is refused at its field, with all that was typed', async (_, bytes, words) => {
    const { id, path } = await offerOfFeed()
    const refused = await sendFile(cato, path, { title: 'A typed title' }, await bytes())
    expect(refused.text).toContain(words)
    const error = /<input[^>]*name="input\.photoFile"[^>]*>/.exec(refused.body)![0]
    expect(error).toContain('aria-invalid="true"')
    expect(readForm(refused, '/Desk/catalogue/edit')[formatFormName('title')]).toBe('A typed title')
    expect((await read(id)).title).toBe('Flat 20% off on lamps')
  })

  test('that was refused does not come back with the next preview', async () => {
    const { id, path } = await offerOfFeed()
    const typed = { title: 'A typed title' }
    const refused = await sendFile(
      cato,
      path,
      typed,
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    )
    expect(refused.text).not.toContain('is kept')
    const preview = await send(cato, refused, '/Desk/catalogue/edit', {})
    expect(preview.text).toContain('Changes title of')
    await confirm(cato, preview)
    expect(await read(id)).toMatchObject({ title: 'A typed title' })
  })

  test('that is kept is left out where its checkbox says so', async () => {
    const { path } = await offerOfFeed()
    const refused = await sendFile(cato, path, { title: '' }, await picture('#123124'))
    expect(refused.text).toContain('Leave out lamp.png')
    const fields = {
      ...readForm(refused, '/Desk/catalogue/edit'),
      [formatFormName('title')]: 'A title',
      [formatWithoutName(formatFormName('photoFile'))]: 'yes',
    }
    const preview = await cato.follow(await cato.post('/Desk/catalogue/edit', fields))
    expect(preview.text).toContain('Changes title of')
  })

  test('takes its text with it when it is replaced; the form does not show that text as what is sent', async () => {
    const { id, path } = await offerOfFeed({ img: '/photos/lamp.webp' })
    await perform(cato, path, { photoText: 'A brass lamp' })
    const opened = await cato.get(path)
    expect(opened.text).toContain('now: A brass lamp')
    expect(readForm(opened, '/Desk/catalogue/edit')).toMatchObject({ [formatFormName('photoText')]: '' })
    await perform(cato, path, { title: 'Another title' })
    expect((await read(id)).img_alt).toBe('A brass lamp')
    const preview = await sendFile(cato, path, {}, await picture('#123125'))
    expect(preview.text).toContain('Changes photo, photo text of')
    await confirm(cato, preview)
    expect((await read(id)).img_alt).toBeNull()
  })

  test('is kept while another field has an error, and sent again with it', async () => {
    const { id, path } = await offerOfFeed()
    const refused = await sendFile(cato, path, { title: '' }, await picture('#123123'))
    expect(refused.text).toContain('lamp.png is kept')
    const preview = await send(cato, refused, '/Desk/catalogue/edit', { title: 'A title' })
    expect(preview.text).toContain('Changes title, photo of')
    await confirm(cato, preview)
    expect((await read(id)).img).toMatch(/^\/img\//)
  })

  test('of a new store and a new offer comes with them', async () => {
    const owner = (await signedInAtDesk('owner')).visitor
    const name = `Painted ${++made}`
    const store = await sendFile(
      owner,
      '/Desk/stores/add',
      { name, page: 'https://painted.example' },
      await picture('#c24142'),
      'logoFile',
    )
    expect(shownPicture(store)).toMatchObject({ 2: 'The logo as it will be' })
    const record = await confirm(owner, store)
    expect(shownPicture(record)).toMatchObject({ 2: `The logo of ${name}` })
    const offer = await sendFile(
      owner,
      `/Desk/catalogue/add?store=painted-${made}`,
      { title: `Silk ${made}`, network: 'trackier', programme: '7', photoText: 'Silk' },
      await picture('#c24143'),
    )
    expect(shownPicture(offer)).toMatchObject({ 2: 'The photo as it will be: Silk' })
    await confirm(owner, offer)
    const [row] = await db
      .select()
      .from(campaigns)
      .where(eq(campaigns.title, `Silk ${made}`))
    expect(row).toMatchObject({ img_alt: 'Silk', img: expect.stringMatching(/^\/img\//) })
  })

  test('and its address exclude each other', async () => {
    const { path } = await offerOfFeed()
    const refused = await sendFile(cato, path, { photo: '/photos/other.webp' }, await picture('#321321'))
    expect(refused.text).toContain('Photo file excludes Photo: give one of them.')
  })
})

test('an entry of the log is open to every role where it is about the shop alone', async () => {
  const { id, path } = await offerOfFeed()
  await perform(cato, path, { title: 'Mine' })
  const [line] = await db.execute<{ id: string }>(
    sql`SELECT max(id) AS id FROM operator_log WHERE command LIKE ${`catalogue edit ${id}%`}`,
  )
  expect((await viewer.get(`/Desk/log/show?id=${line!.id}`)).text).toContain('Flat 20% off on lamps')
  const [other] = await db.execute<{ id: string }>(
    sql`SELECT max(id) AS id FROM operator_log WHERE command LIKE 'desk sign-in%'`,
  )
  const refused = await viewer.get(`/Desk/log/show?id=${other?.id ?? 1}`)
  expect(refused.text).toContain('Your role may see entries about stores and offers alone.')
  expect(refused.text).not.toContain('desk sign-in')
})
