import type { Request, Route } from '@playwright/test'
import type postgres from 'postgres'
import sharp from 'sharp'
import { expect, waitForScripts, open, recordVisible, type Page, type Server } from '../support/e2e'
import { loseAnswer, routeNextForm, sendTwice, test } from './failing'
import { addMember, freshPhone, signInMember, type Member } from './members'

export const NEW_PASSWORD = 'a loud river, now'
export const NETWORK = 'Network error. Please try again.'
const FAILURE = 'Oops... Something went wrong!'

export type Count = { n: number }[]

export interface Stage {
  page: Page
  server: Server
  sql: postgres.Sql
  withScripts: boolean
}

export interface Prepared {
  /** Selector of the element with the form, its notice and its button. */
  at: string
  member?: Member
  /** Ten digits, for a person who is not signed in. */
  phone?: string
}

export interface Row {
  form: string
  /** Opens the page with the form. */
  prepare(stage: Stage): Promise<Prepared>
  fill?(page: Page, prepared: Prepared): Promise<void>
  button: string
  /** Message without a response. */
  silent: string
  /** Message for an error response of the server, with and without scripts; `foreign`: for a response from elsewhere. */
  refused?: string
  foreign?: string
  /** Expects the success message. */
  done(page: Page, prepared: Prepared): Promise<void>
  /** Counts the effects in the database. */
  effects?(sql: postgres.Sql, prepared: Prepared): Promise<postgres.RowList<Count>>
}

export const guest =
  (path: string, at = 'dialog') =>
  async ({ page }: Stage): Promise<Prepared> => {
    await open(page, path)
    return { at, phone: freshPhone() }
  }

export const member =
  (path: string, at: string, has?: Parameters<typeof signInMember>[3]) =>
  async ({ page, server, sql }: Stage): Promise<Prepared> => {
    const found = await signInMember(page, server, sql, has)
    await open(page, path)
    return { at, member: found, phone: found.phone }
  }

/** A member with a balance and payout details. */
export const earner = (path: string, at: string) => member(path, at, { earned: 5000, upi: true })

/** Has an account, but is not signed in. */
export const stranger =
  (path: string) =>
  async ({ page, sql }: Stage): Promise<Prepared> => {
    const phone = freshPhone()
    await addMember(sql, phone)
    await open(page, path)
    return { at: 'dialog', phone }
  }

export const shows = (text: string) => (page: Page) =>
  expect(page.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible()
export const asksForCode = shows('OTP Verification')
export const challenges = (sql: postgres.Sql, { phone }: Prepared) =>
  sql<Count>`SELECT count(*)::int AS n FROM otp_challenges WHERE phone_number = ${`+91${phone}`}`
export const accounts = (sql: postgres.Sql, { phone }: Prepared) =>
  sql<Count>`SELECT count(*)::int AS n FROM users WHERE phone_number = ${`+91${phone}`}`
export const sessions = (sql: postgres.Sql, { phone }: Prepared) =>
  sql<Count>`
    SELECT count(*)::int AS n FROM sessions JOIN users ON users.id = user_id
     WHERE phone_number = ${`+91${phone}`}`
/** Counts notifications by reference. */
export const told =
  (reference: string) =>
  (sql: postgres.Sql, { phone }: Prepared) =>
    sql<Count>`
    SELECT count(*)::int AS n FROM notifications JOIN users ON users.id = user_id
     WHERE phone_number = ${`+91${phone}`} AND reference LIKE ${reference}`

export const fillPhone = (page: Page, { phone }: Prepared) => page.getByLabel('Mobile number').fill(phone!)

export async function fillSignUp(page: Page, { phone }: Prepared) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full name').fill('Meera Nair')
  await dialog.getByLabel('Mobile number').fill(phone!)
  await dialog.getByLabel('E-mail').fill(`${phone}@mail.example`)
  await dialog.getByLabel('Password', { exact: true }).fill('Chai at five 5')
  await dialog.getByLabel(/I agree/).check()
}

/** One field for the whole code; with scripts one field per digit. */
const codeFields = (page: Page) => page.getByRole('dialog').getByLabel(/^(?:Digit|Code$)/)

/** Continues up to the code by another form. */
const withCode =
  (before: (stage: Stage) => Promise<Prepared>, fill: NonNullable<Row['fill']>, button: string) =>
  async (stage: Stage): Promise<Prepared> => {
    const { page } = stage
    const prepared = await before(stage)
    await fill(page, prepared)
    await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
    await waitForScripts(page)
    await expect(codeFields(page)).toHaveCount(stage.withScripts ? 4 : 1)
    return prepared
  }

export const toSignUpCode = withCode(guest('/Deals?dialog=sign-up'), fillSignUp, 'Sign Up')
export const toSignInCode = withCode(stranger('/Deals?dialog=otp-sign-in'), fillPhone, 'Send OTP')
export const toResetCode = withCode(stranger('/Deals?dialog=forgot-password'), fillPhone, 'Send OTP')

export async function fillCode(page: Page) {
  const [, code = ''] = /Your code is (\d{4})\./.exec(await page.getByRole('dialog').innerText()) ?? []
  const fields = codeFields(page)
  if ((await fields.count()) === 1) return fields.fill(code)
  // Without the event of typing, by which the last digit would send the form.
  await fields.evaluateAll((boxes: HTMLInputElement[], digits) => {
    for (const [i, box] of boxes.entries()) box.value = digits[i]!
  }, code)
}

export async function fillBank(page: Page) {
  await page.getByLabel('Account number').fill('00123456789')
  await page.getByLabel('Account holder name').fill('Lata Rao')
  await page.getByLabel('IFSC code').fill('ABCD0123456')
}

export const picture = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#a62b1f' } })
    .png()
    .toBuffer()

/** Values of all fields, including hidden ones. */
const readContent = (page: Page, at: string) =>
  page
    .locator(`${at} form`)
    .or(page.locator(at).locator('xpath=self::form'))
    .first()
    .evaluate((form) =>
      [...(form as HTMLFormElement).elements].map((field) =>
        field instanceof HTMLInputElement
          ? [field.name, field.type === 'file' ? field.files?.length : field.value, field.checked]
          : [],
      ),
    )

/** Tests each form: every failure of network and database keeps the form, then a retry has one effect. */
export function testForms(rows: Row[]): void {
  for (const row of rows)
    test(`${row.form}: the form stays after each failure, and a retry has one effect`, async ({
      page,
      context,
      server,
      database,
      sql,
      withScripts,
    }) => {
      // A refreshed header would change the page between a failure and the comparison.
      await context.route('**/Account/header.json', (route) => route.abort())
      const prepared = await row.prepare({ page, server, sql, withScripts })
      await row.fill?.(page, prepared)
      const part = page.locator(prepared.at)
      const works = async (
        press = () => part.getByRole('button', { name: row.button, exact: true }).click(),
      ) => {
        await press()
        await row.done(page, prepared)
        if (row.effects) expect(await row.effects(sql, prepared)).toMatchObject([{ n: 1 }])
      }
      const { silent, refused = silent === NETWORK ? FAILURE : silent, foreign = refused } = row
      if (!withScripts) {
        await test.step('database stopped', async () => {
          const { pathname, search } = new URL(page.url())
          await database.stop()
          await part.getByRole('button', { name: row.button, exact: true }).click()
          await expect(page.getByText(refused).filter({ visible: true }).first()).toBeVisible()
          await recordVisible(page)
          await database.start()
          await page.goto(pathname + search)
          await row.fill?.(page, prepared)
        })
        await sendTwice(page)
        return works()
      }
      const unchanged = { url: page.url(), content: await readContent(page, prepared.at) }
      const button = part.getByRole('button', { name: row.button, exact: true })
      const fails = async (text: string) => {
        // The notice of the failure before is there until the answer, so that it proves nothing about this one.
        const isForm = (request: Request) => request.method() === 'POST' && request.url().includes('.data')
        const ends = Promise.race([
          page.waitForEvent('requestfailed', isForm),
          page.waitForEvent('requestfinished', isForm),
        ])
        await button.click()
        await ends
        await expect(button).toBeEnabled()
        await expect(part.getByText(text)).toBeVisible()
        expect({ url: page.url(), content: await readContent(page, prepared.at) }).toEqual(unchanged)
        await recordVisible(page)
      }

      await test.step('offline', async () => {
        await context.setOffline(true)
        await fails(silent)
        await context.setOffline(false)
      })
      await test.step('502', async () => {
        const answer = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }
        await routeNextForm(page, (route) => route.fulfill(answer))
        await fails(foreign)
      })
      await test.step('database stopped', async () => {
        await database.stop()
        await fails(refused)
        await database.start()
      })
      await test.step('answer lost', async () => {
        await loseAnswer(page)
        await fails(silent)
      })
      // The notice of the failure keeps its place until the answer: a second press must not hit another control.
      const pressInPlace = async (width: number, end: (route: Route) => Promise<void>) => {
        await page.setViewportSize({ width, height: 800 })
        let release = () => {}
        const isMeasured = new Promise<void>((resolve) => (release = resolve))
        await routeNextForm(page, async (route) => {
          await isMeasured
          await end(route)
        })
        await button.scrollIntoViewIfNeeded()
        // Its name may change while it is busy, so that the locator finds it no more.
        const pressed = (await button.elementHandle())!
        const before = await pressed.boundingBox()
        await pressed.click()
        // As long as between the presses of a double press.
        await page.waitForTimeout(80)
        expect(await pressed.boundingBox()).toMatchObject({ x: before!.x, y: before!.y })
        release()
      }
      await test.step('aborted on a phone, pressed after a failure', async () => {
        await pressInPlace(360, (route) => route.abort())
        await expect(button).toBeEnabled()
        await expect(part.getByText(silent)).toBeVisible()
      })
      await works(() => pressInPlace(1280, (route) => route.continue()))
    })
}
