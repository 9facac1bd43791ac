import { describe, expect, test, vi } from 'vitest'
import { openSession } from '~/domain/accounts/sessions.server'
import { db } from '~/platform/db/client.server'
import { pushSubscriptions } from '~/platform/db/schema/push'
import { eq } from 'drizzle-orm'
import { newVisitor, type Visitor } from '../support/app'
import { signedIn } from '../support/people'
import { makeBrowser } from '../support/push'

// Must come before the build is loaded.
vi.hoisted(() =>
  Object.assign(process.env, {
    VAPID_PUBLIC_KEY:
      'BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM',
    VAPID_PRIVATE_KEY: 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc',
  }),
)

const PAGE = '/Account/Notifications'
const start = (visitor: Visitor, fields: Record<string, string>) =>
  visitor.post(`${PAGE}/push`, { from: PAGE, ...fields })
const countDevices = async (id: number) =>
  (await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.user_id, id))).length

describe('notifications on a device', () => {
  test('show a sentence instead of the button without scripts', async () => {
    const { visitor } = await signedIn()
    const { body, text } = await visitor.get(PAGE)
    expect(text).toContain('Notifications on this device')
    expect(text).toContain('Your browser shows no notifications of this site')
    expect(body).not.toContain(`action="${PAGE}/push"`)
  })

  test('are turned on and off by forms', async () => {
    const { visitor, id } = await signedIn()
    const on = await start(visitor, makeBrowser().address)
    expect([on.status, on.location]).toEqual([303, PAGE])
    const page = await visitor.follow(on)
    expect(page.text).toContain('This device shows your notifications from now on.')
    expect(page.body).toContain(`action="${PAGE}/push/stop"`)
    expect(await countDevices(id)).toBe(1)
    const off = await visitor.follow(await visitor.post(`${PAGE}/push/stop`, { from: PAGE }))
    expect(off.text).toContain('This device shows no more notifications.')
    expect(await countDevices(id)).toBe(0)
  })

  test.each([
    ['another service', { endpoint: 'https://push.example/x' }],
    ['a private address', { endpoint: 'https://192.168.0.1/x' }],
    ['no key', { p256dh: '' }],
    ['a secret of another length', { auth: 'AAAA' }],
  ])('an address with %s is refused with a text, and not shown again', async (_, wrong) => {
    const { visitor, id } = await signedIn()
    const { address } = makeBrowser()
    const refused = await start(visitor, { ...address, ...wrong })
    expect(refused.status).toBe(303)
    const page = await visitor.follow(refused)
    expect(page.text).toContain('This browser’s service for notifications is not one that we send to.')
    expect(page.body).not.toContain(address.auth)
    expect(await countDevices(id)).toBe(0)
  })

  test('the eleventh device is refused with a text', async () => {
    const { id } = await signedIn()
    let last = newVisitor()
    for (let n = 0; n < 11; n++) {
      const session = { userId: id, remember: true, kind: 'cookie', openedBy: 'code', agent: null } as const
      const { token } = await openSession(session)
      last = newVisitor()
      last.cookies.set('token', token)
      const page = await last.follow(await start(last, makeBrowser().address))
      expect(page.text.includes('Ten devices show your notifications already.')).toBe(n === 10)
    }
    expect(await countDevices(id)).toBe(10)
  })

  test('end at logout', async () => {
    const { visitor, id } = await signedIn()
    await start(visitor, makeBrowser().address)
    await visitor.post('/auth/sign-out', { from: '/' })
    expect(await countDevices(id)).toBe(0)
    expect((await start(visitor, makeBrowser().address)).location).not.toContain(PAGE)
  })
})
