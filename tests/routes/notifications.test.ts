import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { readDeviceMembers } from '~/http/device.server'
import { notify } from '~/domain/outreach/notifications.server'
import { newVisitor, type Answer, type Visitor } from '../support/app'
import { signedIn } from '../support/people'
import { collectQueries } from '../support/queries'

const PAGE = '/Account/Notifications'

async function tell(userId: number, count: number, from = 1): Promise<void> {
  const items = Array.from({ length: count }, (_, i) => ({
    userId,
    topic: 'money' as const,
    reference: `event:${from + i}`,
    title: `Title ${from + i}`,
    body: `Body ${from + i}`,
    href: '/Account/History',
  }))
  await notify(db, ...items)
}

const part = (answer: Answer, from: string, to: string) => answer.body.split(from)[1]!.split(to, 1)[0]!
const getMain = (answer: Answer) => part(answer, '<main', '</main>')
const getPanel = (answer: Answer) => part(answer, '<section id="news"', '</section>')
/** Ids of items with a button to open them, newest first. */
const idsIn = (html: string) =>
  [...html.matchAll(/<button [^>]*?name="id" value="(\d+)" class="notification-open"/g)].map(([, id]) => id!)
/** Only an unread item is a button. */
const unreadIn = (html: string) => idsIn(html).length

const post = async (visitor: Visitor, path: string, fields: Record<string, string>) => {
  const answer = await visitor.post(PAGE + path, { from: PAGE, ...fields })
  expect(answer.status).toBe(303)
  return answer
}

describe('notifications page', () => {
  test('shows the empty text and no button without notifications', async () => {
    const { visitor } = await signedIn()
    const page = await visitor.get(PAGE)
    expect(getMain(page)).toContain('Nothing new. We tell you here when your money moves.')
    expect(page.text).not.toContain('Mark all as read')
  })

  test('lists newest first in pages, and does not mark them as read', async () => {
    const { visitor, id } = await signedIn()
    await tell(id, 23)
    const first = await visitor.get(PAGE)
    expect(first.headers.get('Cache-Control')).toBe('private, no-store')
    expect(getMain(first)).toMatch(/Title 23[\s\S]*Title 22[\s\S]*Title 14\b/)
    expect(getMain(first)).not.toContain('Title 13<')
    expect(getMain(await visitor.get(`${PAGE}?page=3`))).toMatch(/Title 3[\s\S]*Title 2[\s\S]*Title 1\b/)
    expect((await visitor.get(`${PAGE}?page=99`)).status).toBe(200)
    expect(unreadIn(getMain(await visitor.get(PAGE)))).toBe(10)
  })

  test('opening an unread one marks it and redirects to its target; a read one is a link', async () => {
    const { visitor, id } = await signedIn()
    await tell(id, 2)
    const [newest] = idsIn(getMain(await visitor.get(PAGE)))
    expect((await post(visitor, '/open', { id: newest! })).location).toBe('/Account/History')
    const page = getMain(await visitor.get(PAGE))
    expect(unreadIn(page)).toBe(1)
    expect(page).toMatch(/<a class="notification-open"[^>]* href="\/Account\/History"><strong>Title 2/)
  })

  test('marks one without opening it', async () => {
    const { visitor, id } = await signedIn()
    await tell(id, 2)
    const page = await visitor.get(PAGE)
    expect(page.text).toContain('Mark as read: Title 2')
    expect((await post(visitor, '/read', { id: idsIn(getMain(page))[0]! })).location).toBe(PAGE)
    expect(unreadIn(getMain(await visitor.get(PAGE)))).toBe(1)
  })

  test('marks all that were shown, not later ones', async () => {
    const { visitor, id } = await signedIn()
    await tell(id, 30)
    const page = await visitor.get(PAGE)
    expect(page.text).toContain('Mark all as read')
    const upTo = /name="upTo" value="(\d+)"/.exec(page.body)![1]!
    await tell(id, 1, 31)
    await post(visitor, '/read-all', { upTo })
    const after = await visitor.get(PAGE)
    expect(unreadIn(getMain(after))).toBe(1)
    expect(after.text).toContain('Notifications, 1 unread')
  })

  test('ignores ids of another member’s notifications', async () => {
    const [asha, ravi] = [await signedIn(), await signedIn()]
    await tell(asha.id, 2)
    const [newest] = idsIn(getMain(await asha.visitor.get(PAGE)))
    for (const path of ['/open', '/read']) {
      const answer = await post(ravi.visitor, path, { id: newest! })
      expect(answer.location).toBe(PAGE)
      expect((await ravi.visitor.follow(answer)).text).toContain('This notification is no longer there.')
    }
    await post(ravi.visitor, '/read-all', { upTo: '999999999' })
    expect(unreadIn(getMain(await asha.visitor.get(PAGE)))).toBe(2)
  })

  test.each(['', 'x', '-1', '1e3', '9223372036854775808'])('ignores the id %j', async (bad) => {
    const { visitor, id } = await signedIn()
    await tell(id, 1)
    for (const path of ['/open', '/read'])
      expect((await post(visitor, path, { id: bad })).location).toBe(PAGE)
    expect((await post(visitor, '/read-all', { upTo: bad })).location).toBe(PAGE)
    expect(unreadIn(getMain(await visitor.get(PAGE)))).toBe(1)
  })
})

describe('notifications panel', () => {
  test('has the title, the latest ten, and the button for all', async () => {
    const { visitor, id } = await signedIn()
    await tell(id, 12)
    const page = await visitor.get('/Aboutus')
    const panel = getPanel(page)
    expect(panel).toContain('<h2 id="news-title">Notifications</h2>')
    expect(idsIn(panel)).toHaveLength(10)
    expect(panel).toContain('Mark all as read')
    expect(page.text).toContain('Notifications, 12 unread')
  })

  test('is empty for a guest', async () => {
    const panel = getPanel(await newVisitor().get('/Aboutus'))
    expect(panel).toContain('Nothing new.')
    expect(panel).not.toContain('<form')
  })
})

test('an unreadable list shows ‘Failed to load transactions’ on the page', async () => {
  const { visitor, id } = await signedIn()
  await tell(id, 1)
  const { client } = (globalThis as unknown as { __database: { client: { unsafe: unknown } } }).__database
  const unsafe = client.unsafe as (query: string, ...rest: unknown[]) => unknown
  client.unsafe = (query: string, ...rest: unknown[]) =>
    unsafe.call(client, /FROM "?notifications/i.test(query) ? 'SELECT 1/0' : query, ...rest)
  try {
    const page = await visitor.get(PAGE)
    expect(page.status).toBe(503)
    expect(getMain(page)).toContain('Failed to load transactions')
    expect(getPanel(page)).toContain('Failed to load transactions')
    expect(page.text).toContain('Balance: Rs. 0.00')
  } finally {
    client.unsafe = unsafe
  }
})

test('the encrypted device cookie records the members signed in in this browser', async () => {
  const [asha, ravi] = [await signedIn(), await signedIn()]
  const { visitor } = asha
  const readCookies = async () => (await visitor.get('/Aboutus')).headers.getSetCookie().join()
  expect(await readCookies()).toMatch(/^device=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
  expect(await readCookies()).toBe('')
  visitor.cookies.set('token', ravi.visitor.cookies.get('token')!)
  expect(await readCookies()).toMatch(/^device=/)
  const members = readDeviceMembers(
    new Request('http://localhost', { headers: { Cookie: `device=${visitor.cookies.get('device')}` } }),
  )
  expect(members).toEqual([asha.id, ravi.id])
})

test('the header takes one query, however many notifications there are', async () => {
  const { visitor, id } = await signedIn()
  await tell(id, 50)
  await visitor.get('/Aboutus')
  const queries = await collectQueries(() => visitor.get('/Aboutus'))
  expect(queries.filter((query) => /from "?(notifications|ledger_accounts)/i.test(query))).toHaveLength(1)
})
