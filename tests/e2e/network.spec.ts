/** Every form where the network or the database fails: the page stays, the form says so, and a retry has one effect. */
import type postgres from 'postgres'
import sharp from 'sharp'
import { expect, hydrated, recordVisible, type Page } from '../support/e2e'
import {
  addMember,
  freshPhone,
  loseAnswer,
  PASSWORD,
  signInMember,
  test,
  type Member,
  type Server,
} from './failing'

// What fails on purpose is in the browser's console, too.
test.use({ expectedProblems: [/Failed to load resource|net::ERR/] })

const NETWORK = 'Network error. Please try again.'

interface Stage {
  page: Page
  server: Server
  sql: postgres.Sql
}

/** What a row prepares: where its form stands, and whose it is. */
interface Prepared {
  /** The element that holds the form, its notice and its button. */
  at: string
  member?: Member
  /** Ten digits of who is not signed in. */
  phone?: string
}

interface Row {
  form: string
  /** Brings the page to the form. */
  prepare(stage: Stage): Promise<Prepared>
  /** Types into the form. */
  fill?(page: Page, prepared: Prepared): Promise<void>
  button: string
  /** What it says where nobody answers. */
  silent: string
  /** What it says where the server answers that it cannot, or something else answers. */
  refused?: string
  foreign?: string
  /** What is seen when it worked. */
  done(page: Page, prepared: Prepared): Promise<void>
  /** How often it had its effect. */
  effects?(sql: postgres.Sql, prepared: Prepared): Promise<postgres.RowList<{ n: number }[]>>
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

const guest =
  (path: string, at = 'dialog') =>
  async ({ page }: Stage): Promise<Prepared> => {
    await open(page, path)
    return { at, phone: freshPhone() }
  }

const member =
  (path: string, at: string) =>
  async ({ page, server, sql }: Stage): Promise<Prepared> => {
    const found = await signInMember(page, server, sql)
    await open(page, path)
    return { at, member: found }
  }

/** Somebody with an account, who is not signed in. */
const stranger =
  (path: string) =>
  async ({ page, sql }: Stage): Promise<Prepared> => {
    const phone = freshPhone()
    await addMember(sql, phone)
    await open(page, path)
    return { at: 'dialog', phone }
  }

const shows = (text: string) => (page: Page) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible()
const asksForCode = shows('OTP Verification')
const challenges = (sql: postgres.Sql, { phone }: Prepared) =>
  sql<{ n: number }[]>`SELECT count(*)::int AS n FROM otp_challenges WHERE phone_number = ${`+91${phone}`}`
const fillPhone = (page: Page, { phone }: Prepared) => page.getByLabel('Mobile number').fill(phone!)

async function fillSignUp(page: Page, { phone }: Prepared) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full name').fill('Meera Nair')
  await dialog.getByLabel('Mobile number').fill(phone!)
  await dialog.getByLabel('E-mail').fill(`${phone}@mail.example`)
  await dialog.getByLabel('Password', { exact: true }).fill('Chai at five 5')
  await dialog.getByLabel(/I agree/).check()
}

const picture = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#a62b1f' } })
    .png()
    .toBuffer()

const ROWS: Row[] = [
  {
    form: 'sign-in',
    prepare: stranger('/Deals?page=2&dialog=sign-in'),
    async fill(page, prepared) {
      await fillPhone(page, prepared)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    },
    button: 'Login',
    silent: 'Login failed. Please try again.',
    done: shows('You are signed in.'),
  },
  {
    form: 'sign-up',
    prepare: guest('/Deals?page=2&dialog=sign-up'),
    fill: fillSignUp,
    button: 'Sign Up',
    silent: 'Signup failed!',
    done: asksForCode,
    effects: challenges,
  },
  {
    form: 'otp-sign-in',
    prepare: stranger('/Aboutus?dialog=otp-sign-in'),
    fill: fillPhone,
    button: 'Send OTP',
    silent: 'Login failed. Please try again.',
    done: asksForCode,
    effects: challenges,
  },
  {
    form: 'forgot-password',
    prepare: stranger('/Aboutus?dialog=forgot-password'),
    fill: fillPhone,
    button: 'Send OTP',
    silent: 'Something went wrong! Try again.',
    done: asksForCode,
    effects: challenges,
  },
  {
    form: 'newsletter',
    prepare: guest('/', '#newsletter'),
    fill: (page, { phone }) => page.getByLabel('Email address').fill(`${phone}@mail.example`),
    button: 'Subscribe',
    silent: NETWORK,
    refused: 'Failed to subscribe',
    foreign: 'Failed to subscribe',
    done: shows('Thank you! You are subscribed.'),
    effects: (sql, { phone }) =>
      sql<
        { n: number }[]
      >`SELECT count(*)::int AS n FROM subscriptions WHERE email = ${`${phone}@mail.example`}`,
  },
  {
    form: 'feedback',
    async prepare(stage) {
      const [row] = await stage.sql<{ slug: string }[]>`SELECT slug FROM campaigns WHERE id = 208`
      return member(`/CouponsDetails/${row!.slug}`, 'form.feedback')(stage)
    },
    button: 'Yes',
    silent: NETWORK,
    done: shows('your feedback is submitted'),
    effects: (sql, { member: { id } = { id: 0 } }) =>
      sql<{ n: number }[]>`SELECT count(*)::int AS n FROM feedback WHERE user_id = ${id}`,
  },
  {
    form: 'withdraw',
    async prepare(stage) {
      const [asha] = await stage.sql<
        { id: string }[]
      >`SELECT id FROM users WHERE phone_number = '+919000000001'`
      const found = await signInMember(stage.page, stage.server, stage.sql, Number(asha!.id))
      await open(stage.page, '/Account/Wallet?dialog=withdraw')
      return { at: 'dialog', member: found }
    },
    fill: (page) => page.getByLabel('Amount in rupees').fill('15.07'),
    button: 'Withdraw',
    silent: '❌ Withdrawal error: Something went wrong.',
    foreign: '❌ Withdrawal error: Unexpected response from server',
    done: shows('✅ Withdrawal successful'),
    effects: (sql, { member: { id } = { id: 0 } }) =>
      sql<{ n: number }[]>`
        SELECT count(*)::int AS n FROM withdrawals WHERE user_id = ${id} AND amount_paise = 1507`,
  },
  {
    form: 'bank details, the first',
    prepare: member('/Account/Wallet?edit=bank', 'section:has(#bank-title)'),
    async fill(page) {
      await page.getByLabel('Account number').fill('00123456789')
      await page.getByLabel('Account holder name').fill('Lata Rao')
      await page.getByLabel('IFSC code').fill('ABCD0123456')
    },
    button: 'Save',
    silent: 'Error adding bank details! Something went wrong.',
    done: shows('Added Successfully!'),
  },
  {
    form: 'profile image',
    prepare: member('/Account', '.image-forms'),
    async fill(page) {
      await page
        .getByLabel('Profile image')
        .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture() })
    },
    button: 'Upload image',
    silent: 'Error updating image',
    done: shows('Image updated successfully!'),
    effects: (sql, { member: { id } = { id: 0 } }) =>
      sql<{ n: number }[]>`SELECT count(*)::int AS n FROM profile_images WHERE user_id = ${id}`,
  },
]

/** All that can be typed into or chosen in a form, hidden fields too. */
const contentOf = (page: Page, at: string) =>
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

for (const row of ROWS)
  test(`${row.form}: nobody answers, or somebody else`, async ({
    page,
    context,
    server,
    database,
    sql,
    withScripts,
  }) => {
    test.skip(!withScripts, 'without scripts the browser itself says it')
    const prepared = await row.prepare({ page, server, sql })
    await row.fill?.(page, prepared)
    const part = page.locator(prepared.at)
    const stands = { url: page.url(), content: await contentOf(page, prepared.at) }
    const send = () => part.getByRole('button', { name: row.button, exact: true }).click()
    const fails = async (text: string) => {
      await send()
      await expect(part.getByText(text)).toBeVisible()
      expect({ url: page.url(), content: await contentOf(page, prepared.at) }).toEqual(stands)
      await recordVisible(page)
    }
    const { silent, refused = silent, foreign = silent } = row

    await test.step('offline', async () => {
      await context.setOffline(true)
      await fails(silent)
      await context.setOffline(false)
    })
    await test.step('aborted', async () => {
      await page.route('**/*.data', (route) => route.abort(), { times: 1 })
      await fails(silent)
    })
    await test.step('502', async () => {
      const answer = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }
      await page.route('**/*.data', (route) => route.fulfill(answer), { times: 1 })
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
    await send()
    await row.done(page, prepared)
    if (row.effects) expect(await row.effects(sql, prepared)).toMatchObject([{ n: 1 }])
  })
