/** Every form where the network or the database fails: the page stays, the form says so, and a retry has one effect. */
import type postgres from 'postgres'
import sharp from 'sharp'
import { expect, hydrated, recordVisible, type Page } from '../support/e2e'
import {
  addMember,
  freshPhone,
  loseAnswer,
  PASSWORD,
  sendTwice,
  signInMember,
  test,
  type Member,
  type Server,
} from './failing'

// What fails on purpose is in the browser's console, too.
test.use({ expectedProblems: [/Failed to load resource|net::ERR/] })

const NEW_PASSWORD = 'a loud river, now'
const NETWORK = 'Network error. Please try again.'

type Count = { n: number }[]

interface Stage {
  page: Page
  server: Server
  sql: postgres.Sql
  withScripts: boolean
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
  effects?(sql: postgres.Sql, prepared: Prepared): Promise<postgres.RowList<Count>>
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
    return { at, member: found, phone: found.phone }
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
  expect(page.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible()
const asksForCode = shows('OTP Verification')
const challenges = (sql: postgres.Sql, { phone }: Prepared) =>
  sql<Count>`SELECT count(*)::int AS n FROM otp_challenges WHERE phone_number = ${`+91${phone}`}`
const accounts = (sql: postgres.Sql, { phone }: Prepared) =>
  sql<Count>`SELECT count(*)::int AS n FROM users WHERE phone_number = ${`+91${phone}`}`
const sessions = (sql: postgres.Sql, { phone }: Prepared) =>
  sql<Count>`
    SELECT count(*)::int AS n FROM sessions JOIN users ON users.id = user_id
     WHERE phone_number = ${`+91${phone}`}`
/** Counts what the person was told of, by its reference. */
const told =
  (reference: string) =>
  (sql: postgres.Sql, { phone }: Prepared) =>
    sql<Count>`
    SELECT count(*)::int AS n FROM notifications JOIN users ON users.id = user_id
     WHERE phone_number = ${`+91${phone}`} AND reference LIKE ${reference}`

const fillPhone = (page: Page, { phone }: Prepared) => page.getByLabel('Mobile number').fill(phone!)

async function fillSignUp(page: Page, { phone }: Prepared) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full name').fill('Meera Nair')
  await dialog.getByLabel('Mobile number').fill(phone!)
  await dialog.getByLabel('E-mail').fill(`${phone}@mail.example`)
  await dialog.getByLabel('Password', { exact: true }).fill('Chai at five 5')
  await dialog.getByLabel(/I agree/).check()
}

/** One field for the whole code; with scripts, a box for each digit. */
const codeFields = (page: Page) => page.getByRole('dialog').getByLabel(/^(?:Digit|Code$)/)

/** As far as the code, by another form. */
const withCode =
  (before: (stage: Stage) => Promise<Prepared>, fill: NonNullable<Row['fill']>, button: string) =>
  async (stage: Stage): Promise<Prepared> => {
    const { page } = stage
    const prepared = await before(stage)
    await fill(page, prepared)
    await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
    await hydrated(page)
    await expect(codeFields(page)).toHaveCount(stage.withScripts ? 4 : 1)
    return prepared
  }

const toSignUpCode = withCode(guest('/Deals?dialog=sign-up'), fillSignUp, 'Sign Up')
const toSignInCode = withCode(stranger('/Deals?dialog=otp-sign-in'), fillPhone, 'Send OTP')
const toResetCode = withCode(stranger('/Deals?dialog=forgot-password'), fillPhone, 'Send OTP')

async function fillCode(page: Page) {
  const [, code = ''] = /Your code is (\d{4})\./.exec(await page.getByRole('dialog').innerText()) ?? []
  const fields = codeFields(page)
  if ((await fields.count()) === 1) return fields.fill(code)
  for (const [i, digit] of [...code].entries()) await fields.nth(i).fill(digit)
}

async function fillBank(page: Page) {
  await page.getByLabel('Account number').fill('00123456789')
  await page.getByLabel('Account holder name').fill('Lata Rao')
  await page.getByLabel('IFSC code').fill('ABCD0123456')
}

const asAsha =
  (path: string, at: string) =>
  async ({ page, server, sql }: Stage): Promise<Prepared> => {
    const [asha] = await sql<{ id: string }[]>`SELECT id FROM users WHERE phone_number = '+919000000001'`
    const found = await signInMember(page, server, sql, Number(asha!.id))
    await open(page, path)
    return { at, member: found }
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
    effects: sessions,
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
    form: 'OTP of a sign-up',
    prepare: toSignUpCode,
    fill: fillCode,
    button: 'Verify OTP',
    silent: 'Oops... An error occurred during OTP verification. Please try again.',
    done: shows('Signup Successful!'),
    effects: accounts,
  },
  {
    form: 'OTP of a sign-in',
    prepare: toSignInCode,
    fill: fillCode,
    button: 'Verify OTP',
    silent: 'Oops... An error occurred during OTP verification. Please try again.',
    done: shows('You are signed in.'),
    effects: sessions,
  },
  {
    form: 'reset-password',
    async prepare(stage) {
      const prepared = await toResetCode(stage)
      await fillCode(stage.page)
      await stage.page.getByRole('button', { name: 'Verify OTP' }).click()
      await expect(stage.page.getByLabel('Confirm password')).toBeVisible()
      await hydrated(stage.page)
      return prepared
    },
    async fill(page) {
      await page.getByLabel('New password').fill(NEW_PASSWORD)
      await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
    },
    button: 'Reset Password',
    silent: 'Something went wrong! Try again.',
    done: shows('Password reset successful!'),
    effects: told('password-reset:%'),
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
      sql<Count>`SELECT count(*)::int AS n FROM feedback WHERE user_id = ${id}`,
  },
  {
    form: 'withdraw',
    prepare: asAsha('/Account/Wallet?dialog=withdraw', 'dialog'),
    fill: (page) => page.getByLabel('Amount in rupees').fill('15.07'),
    button: 'Withdraw',
    silent: '❌ Withdrawal error: Something went wrong.',
    foreign: '❌ Withdrawal error: Unexpected response from server',
    done: shows('✅ Withdrawal successful'),
    effects: (sql, { member: { id } = { id: 0 } }) =>
      sql<Count>`
        SELECT count(*)::int AS n FROM withdrawals WHERE user_id = ${id} AND amount_paise = 1507`,
  },
  {
    form: 'bank details, the first',
    prepare: member('/Account/Wallet?edit=bank', 'section:has(#bank-title)'),
    fill: fillBank,
    button: 'Save',
    silent: 'Error adding bank details! Something went wrong.',
    done: shows('Added Successfully!'),
  },
  {
    form: 'bank details, others',
    async prepare(stage) {
      const prepared = await member('/Account/Wallet?edit=bank', 'section:has(#bank-title)')(stage)
      await fillBank(stage.page)
      await stage.page.getByRole('button', { name: 'Save' }).click()
      await shows('Added Successfully!')(stage.page)
      await open(stage.page, '/Account/Wallet?edit=bank')
      return prepared
    },
    async fill(page) {
      await fillBank(page)
      await page.getByLabel('Account number').fill('00987654321')
    },
    button: 'Save',
    silent: 'Error updating bank details! Something went wrong.',
    done: shows('Updated Successfully!'),
    effects: told('payout-details:bank:changed:%'),
  },
  {
    form: 'UPI details, the first',
    prepare: member('/Account/Wallet?edit=upi', 'section:has(#upi-title)'),
    fill: (page) => page.getByLabel('UPI ID').fill('lata@demobank'),
    button: 'Save',
    silent: 'Error adding UPI details! Something went wrong.',
    done: shows('Added Successfully!'),
    effects: told('payout-details:upi:%'),
  },
  {
    form: 'cancel a withdrawal',
    async prepare(stage) {
      const { page } = stage
      const prepared = await asAsha('/Account/Wallet?dialog=withdraw', 'li:has-text("Rs. 1.23")')(stage)
      await page.getByLabel('Amount in rupees').fill('1.23')
      await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
      await shows('✅ Withdrawal successful')(page)
      await open(page, '/Account/Wallet')
      return prepared
    },
    button: 'Cancel',
    silent: '❌ Withdrawal error: Something went wrong.',
    done: shows('Withdrawal cancelled'),
    effects: (sql) =>
      sql<Count>`SELECT count(*)::int AS n FROM ledger_transfers WHERE kind = 'cancelled' AND amount_paise = 123`,
  },
  {
    form: 'own details',
    prepare: member('/Account?edit=details', 'section:has(#details-title)'),
    async fill(page) {
      await page.getByLabel('Full name').fill('Lata Iyer')
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    },
    button: 'Save',
    silent: NETWORK,
    done: shows('Your details are saved.'),
  },
  {
    form: 'change password',
    prepare: member('/Account/ChangePassword', 'section:has(#password-title)'),
    async fill(page) {
      await page.getByLabel('Current password').fill(PASSWORD)
      await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
      await page.getByLabel('Confirm new password').fill(NEW_PASSWORD)
    },
    button: 'Change Password',
    silent: NETWORK,
    done: shows('Password changed successfully!'),
    effects: told('password-changed:%'),
  },
  {
    form: 'sign out',
    prepare: member('/Account?dialog=logout', 'dialog'),
    button: 'Yes, logout',
    silent: NETWORK,
    done: shows('Logout!'),
  },
  {
    form: 'mark all as read',
    async prepare(stage) {
      const prepared = await member('/Aboutus', 'main')(stage)
      await stage.sql`INSERT INTO notifications (user_id, reference, title, body, href)
        VALUES (${prepared.member!.id}, 'e2e', 'Title', 'Body', '/Account/History')`
      await open(stage.page, '/Account/Notifications')
      return prepared
    },
    button: 'Mark all as read',
    silent: NETWORK,
    done: (page) => expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0),
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
      sql<Count>`SELECT count(*)::int AS n FROM profile_images WHERE user_id = ${id}`,
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
  test(`${row.form}: it stays, and a retry has one effect`, async ({
    page,
    context,
    server,
    database,
    sql,
    withScripts,
  }) => {
    const prepared = await row.prepare({ page, server, sql, withScripts })
    await row.fill?.(page, prepared)
    const part = page.locator(prepared.at)
    const works = async () => {
      await part.getByRole('button', { name: row.button, exact: true }).click()
      await row.done(page, prepared)
      if (row.effects) expect(await row.effects(sql, prepared)).toMatchObject([{ n: 1 }])
    }
    if (!withScripts) {
      await sendTwice(page)
      return works()
    }
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
    await works()
  })

test('a link that is followed without a network says so, and works again afterwards', async ({
  page,
  context,
  withScripts,
}) => {
  test.skip(!withScripts, 'without scripts the browser itself says it')
  await open(page, '/')
  const link = page.getByRole('navigation').getByRole('link', { name: 'Top Stores', exact: true }).first()
  await context.setOffline(true)
  await link.click()
  await expect(page.getByRole('alert').getByText(NETWORK)).toBeVisible()
  await expect(page).toHaveURL('/')
  await context.setOffline(false)
  await link.click()
  await expect(page).toHaveURL('/Deals')
  await expect(page.getByText(NETWORK)).toHaveCount(0)
})

test('a page whose data cannot be fetched is loaded as a document, with its own words', async ({
  page,
  server,
  database,
  sql,
  withScripts,
}) => {
  test.skip(!withScripts, 'without scripts every page is a document')
  // For a member nothing is fetched ahead.
  await signInMember(page, server, sql)
  await open(page, '/Aboutus')
  const link = page.getByRole('navigation').getByRole('link', { name: 'Top Stores', exact: true }).first()
  await page.route('**/Deals.data', (route) => route.abort(), { times: 1 })
  await link.click()
  await expect(page.getByRole('heading', { name: 'Top Stores', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/Deals')
  await open(page, '/Aboutus')
  await database.stop()
  await link.click()
  await expect(page.getByRole('alert').getByText('Failed to load top stores')).toBeVisible()
  await expect(page).toHaveURL('/Deals')
  await database.start()
})

test('a form that was answered, on a page that cannot be read anew, stands and can be sent again', async ({
  page,
  withScripts,
}) => {
  test.skip(!withScripts, 'without scripts every page is a document')
  await open(page, '/')
  const email = `${freshPhone()}@mail.example`
  const form = page.locator('#newsletter')
  await form.getByLabel('Email address').fill(email)
  await page.route(
    '**/_root.data',
    (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()),
    { times: 1 },
  )
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(form.getByText(NETWORK)).toBeVisible()
  await expect(form.getByLabel('Email address')).toHaveValue(email)
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(form.getByText('Thank you! You are subscribed.')).toBeVisible()
})

test('a profile image that failed before scripts ran: Failed to fetch image., and initials', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  test.skip(!withScripts, 'without scripts the initials stand under it')
  const { id } = await signInMember(page, server, sql)
  await sql`INSERT INTO profile_images (user_id, version, webp)
    VALUES (${id}, 'first', ${await sharp(await picture())
      .resize(256)
      .webp()
      .toBuffer()})`
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/Account/image'))
  await page.route('**/Account/image?v=*', (route) => route.abort())
  await page.route('**/assets/*.js', async (route) => {
    await failed
    await route.fallback()
  })
  await open(page, '/Account')
  await expect(page.getByText('Failed to fetch image.')).toBeVisible()
  await expect(page.locator('main img[src^="/Account/image"]')).toHaveCount(0)
  await expect(page.locator('main .avatar [data-initials=LR]')).toBeVisible()
})
