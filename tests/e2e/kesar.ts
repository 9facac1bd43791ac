/** The store of the tests of one campaign's pages, and somebody to visit it. */
import { demoPeople } from '../../ops/demo-people'
import { expect, hydrated, type Page } from '../support/e2e'

export const TITLE = '20% off sweets & "namkeen" – दीवाली 🎉'
export const NAME = encodeURIComponent(TITLE)

/** Puts the store on the shelves; a second time changes nothing. */
export async function stock(server: { ops(...args: string[]): Promise<string> }): Promise<void> {
  expect(await server.ops('catalogue', 'import', 'tests/e2e/feeds/kesar.json')).toMatch(
    /(?:new|unchanged)\s+4/,
  )
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

/** Signs one of the demo's people in, as the form does. */
export async function signIn(page: Page, server: { origin: string }, which = 0): Promise<void> {
  const { phone_number, password } = demoPeople[which]!
  const answer = await page.request.post('/auth/sign-in', {
    form: { phone_number, password, from: '/' },
    headers: { Origin: server.origin },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(303)
}
