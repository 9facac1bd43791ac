/** A desk with DESK_ORIGIN, opened by a link of another site: the operator stays signed in. */
import { createDatabase, expect, test } from '../support/e2e'
import { demoEnvironment } from '../support/e2e-setup'
import { startServer } from '../support/servers'
import { findFreePort } from '../../embedded/postmaster'
import postgres from 'postgres'
import { signInAtDesk } from './desk-session'

test('a link of a mail opens its page at the desk for who is signed in there', async ({ page }) => {
  const { url, drop } = await createDatabase()
  const port = await findFreePort()
  const origin = `http://desk.localhost:${port}`
  const env = { ...demoEnvironment(url.href), PORT: String(port), DESK_ORIGIN: origin }
  const server = await startServer({ env })
  const sql = postgres(url.href, { max: 1, onnotice: () => {} })
  try {
    await signInAtDesk(page, { origin }, sql, 'Strict')
    await page.route('http://mail.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>Mail</title><a href="${origin}/Desk/withdrawals">Withdrawals</a>`,
      }),
    )
    await page.goto('http://mail.example/')
    await page.getByRole('link', { name: 'Withdrawals' }).click()
    await expect(page).toHaveURL(`${origin}/Desk/withdrawals`)
    await expect(page.getByRole('heading', { level: 1, name: 'Withdrawals' })).toBeVisible()
  } finally {
    await sql.end()
    await server.stop()
    await drop()
  }
})
