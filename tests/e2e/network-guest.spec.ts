/** The forms of guests, and of those who sign in, under each failure of network and database. */
import { expect, waitForScripts, open } from '../support/e2e'
import { test } from './failing'
import {
  accounts,
  asksForCode,
  challenges,
  earner,
  fillCode,
  fillPhone,
  fillSignUp,
  guest,
  member,
  NETWORK,
  NEW_PASSWORD,
  sessions,
  shows,
  stranger,
  testForms,
  told,
  toResetCode,
  toSignInCode,
  toSignUpCode,
  type Count,
  type Row,
} from './failing-forms'
import { PASSWORD } from './members'

// The browser logs the provoked failures; Remix logs a response that is not its own as a SyntaxError.
test.use({ expectedProblems: [/Failed to load resource|net::ERR|^SyntaxError|Failed to fetch/] })

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
    form: 'resend',
    async prepare(stage) {
      const prepared = await toSignInCode(stage)
      // Longer ago than the resend interval.
      await stage.sql`UPDATE otp_challenges SET sent_at = sent_at - interval '91 seconds'
        WHERE phone_number = ${`+91${prepared.phone}`}`
      await open(stage.page, '/Deals?dialog=otp')
      return prepared
    },
    button: 'Resend OTP',
    silent: 'Your code could not be sent. Please try again.',
    done: shows('A new code is on its way.'),
    effects: challenges,
  },
  {
    form: 'reset-password',
    async prepare(stage) {
      const prepared = await toResetCode(stage)
      await fillCode(stage.page)
      await stage.page.getByRole('button', { name: 'Verify OTP' }).click()
      await expect(stage.page.getByLabel('Confirm password')).toBeVisible()
      await waitForScripts(stage.page)
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
    fill: (page, { phone }) => page.getByLabel('E-mail address').fill(`${phone}@mail.example`),
    button: 'Subscribe',
    silent: NETWORK,
    refused: 'Failed to subscribe',
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
      return member(`/CouponsDetails/${row!.slug}`, 'form.detail-feedback')(stage)
    },
    button: 'Yes',
    silent: NETWORK,
    done: shows('your feedback is submitted'),
    effects: (sql, { member: { id } = { id: 0 } }) =>
      sql<Count>`SELECT count(*)::int AS n FROM feedback WHERE user_id = ${id}`,
  },
  {
    form: 'withdraw',
    prepare: earner('/Account/Wallet?dialog=withdraw', 'dialog'),
    fill: (page) => page.getByLabel('Amount in rupees').fill('15.07'),
    button: 'Withdraw',
    silent: '❌ Withdrawal error: Something went wrong.',
    foreign: '❌ Withdrawal error: Unexpected response from server',
    done: shows('✅ Withdrawal successful'),
    effects: (sql, { member: { id } = { id: 0 } }) =>
      sql<Count>`
        SELECT count(*)::int AS n FROM withdrawals WHERE user_id = ${id} AND amount_paise = 1507`,
  },
]

testForms(ROWS)
