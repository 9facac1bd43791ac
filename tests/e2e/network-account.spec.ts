import sharp from 'sharp'
import { expect, open } from '../support/e2e'
import { test } from './failing'
import {
  earner,
  fillBank,
  member,
  NETWORK,
  NEW_PASSWORD,
  picture,
  shows,
  testForms,
  told,
  type Count,
  type Prepared,
  type Row,
  type Stage,
} from './failing-forms'
import { PASSWORD } from './members'

// The browser logs the provoked failures; Remix logs a response that is not its own as a SyntaxError.
test.use({ expectedProblems: [/Failed to load resource|net::ERR|^SyntaxError|Failed to fetch/] })

const webp = async () =>
  sharp(await picture())
    .resize(256)
    .webp()
    .toBuffer()

/** With one unread notification. */
async function withNotification(stage: Stage): Promise<Prepared> {
  const prepared = await member('/Aboutus', 'main')(stage)
  await stage.sql`INSERT INTO notifications (user_id, reference, title, body, href, created_at)
    VALUES (${prepared.member!.id}, 'e2e', 'Title', 'Body', '/Account/History', '2026-11-01T10:00:00Z')`
  await open(stage.page, '/Account/Notifications')
  return prepared
}

const ROWS: Row[] = [
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
      const prepared = await earner('/Account/Wallet?dialog=withdraw', 'li:has-text("Rs. 1.23")')(stage)
      await page.getByLabel('Amount in rupees').fill('1.23')
      await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
      await shows('✅ Withdrawal successful')(page)
      await open(page, '/Account/Wallet')
      return prepared
    },
    button: 'Cancel',
    silent: '❌ Withdrawal error: Something went wrong.',
    done: shows('Withdrawal cancelled'),
    effects: (sql, { member: { id } = { id: 0 } }) =>
      sql<Count>`
        SELECT count(*)::int AS n FROM ledger_transfers JOIN ledger_accounts ON ledger_accounts.id = credit_account
         WHERE kind = 'cancelled' AND amount_paise = 123 AND user_id = ${id}`,
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
    prepare: member('/Account', '.image-form-parts'),
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
  {
    form: 'UPI details, others',
    async prepare(stage) {
      const prepared = await member('/Aboutus', 'section:has(#upi-title)')(stage)
      await open(stage.page, '/Account/Wallet?edit=upi')
      await stage.page.getByLabel('UPI ID').fill('lata@demobank')
      await stage.page.getByRole('button', { name: 'Save' }).click()
      await shows('Added Successfully!')(stage.page)
      await open(stage.page, '/Account/Wallet?edit=upi')
      return prepared
    },
    fill: (page) => page.getByLabel('UPI ID').fill('lata.rao@demobank'),
    button: 'Save',
    silent: 'Error updating UPI details! Something went wrong.',
    done: shows('updated Successfully!'),
    effects: told('payout-details:upi:changed:%'),
  },
  {
    form: 'remove image',
    async prepare(stage) {
      const prepared = await member('/Aboutus', '.image-form-parts')(stage)
      await stage.sql`INSERT INTO profile_images (user_id, version, webp)
        VALUES (${prepared.member!.id}, 'first', ${await webp()})`
      await open(stage.page, '/Account')
      return prepared
    },
    button: 'Remove image',
    silent: 'Error updating image',
    done: shows('Your image is removed.'),
  },
  {
    form: 'sign out the others',
    async prepare(stage) {
      const prepared = await member('/Aboutus', 'section:has(#sessions-title)')(stage)
      await stage.sql`INSERT INTO sessions (token_hash, kind, opened_by, user_id, remember, expires_at)
        VALUES (${`other of ${prepared.phone}`}, 'cookie', 'password', ${prepared.member!.id}, false, now() + interval '1 hour')`
      await open(stage.page, '/Account')
      return prepared
    },
    button: 'Sign out the others',
    silent: NETWORK,
    done: shows('You are signed out everywhere else.'),
    effects: told('others-signed-out:%'),
  },
  {
    form: 'open a notification',
    prepare: withNotification,
    button: 'Title New Body 1 Nov 2026, 3:30 pm',
    silent: NETWORK,
    done: (page) => expect(page).toHaveURL('/Account/History'),
  },
  {
    form: 'mark a notification as read',
    prepare: withNotification,
    button: 'Mark as read: Title',
    silent: NETWORK,
    done: (page) => expect(page.getByRole('button', { name: 'Mark as read: Title' })).toHaveCount(0),
  },
  {
    form: 'delete account',
    prepare: member('/Account/Privacy', 'section:has(#delete-title)'),
    async fill(page) {
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByLabel(/Delete my account/).check()
    },
    button: 'Delete account',
    silent: NETWORK,
    done: shows('Your account is deleted.'),
    effects: (sql, { member: { id } = { id: 0 } }) =>
      sql<Count>`SELECT count(*)::int AS n FROM users WHERE id = ${id} AND deleted_at IS NOT NULL`,
  },
]

testForms(ROWS)
