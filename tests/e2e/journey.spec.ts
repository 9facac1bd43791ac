import type postgres from 'postgres'
import { expect, waitForScripts, open, test, type Server } from '../support/e2e'
import { freshNumber, signUp, typeCode } from './joining'
import { getDeal } from './shopping'

const findWithdrawal = async (sql: postgres.Sql, phone: string) => {
  const [row] = await sql<{ id: string }[]>`
    SELECT w.id FROM withdrawals w JOIN users u ON u.id = w.user_id WHERE phone_number = ${`+91${phone}`}`
  return row!.id
}

/** Two members of one browser raise a signal, and the reward of a friend waits until an operator has cleared it. */
async function clearSignals(server: Server, sql: postgres.Sql): Promise<void> {
  for (const { id } of await sql<{ id: string }[]>`SELECT id FROM signals WHERE cleared_at IS NULL`)
    await server.ops('signals', 'clear', id, '--reason', 'A test of one browser', '--yes')
}

test('a shopper finds a store, joins, buys, earns and is paid', async ({
  page,
  server,
  sql,
  exits,
  withScripts,
}) => {
  // 1. Import the catalogue.
  const imported = await server.ops('catalogue', 'import', 'tests/e2e/feeds/journey.json')
  expect(imported).toMatch(/new\s+2|unchanged\s+2/)

  // 2. Browse: search, category, store, offer.
  await open(page, '/')
  const search = page.getByRole('search').first()
  await search.getByRole('searchbox').or(search.getByRole('combobox')).fill('sneakers from')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/CouponFilters\/All\?q=sneakers/)
  await expect(page.getByText('Sneakers from Rs. 999 at Kadam Footwear').first()).toBeVisible()
  await open(page, '/Offers/kadam-footwear')
  await expect(page.getByText('Coupons & Offers').first()).toBeVisible()
  await open(page, '/CouponsDetails/sneakers-from-rs-999-at-kadam-footwear')
  await expect(page.getByText('8.00%').first()).toBeVisible()

  // Guests are refused, on the page of the deal.
  await page.getByRole('main').getByRole('link', { name: 'Get Deal' }).first().click()
  await expect(page.getByText('Oops... Please login')).toBeVisible()
  await expect(page.getByText('Login first to access this offer!')).toBeVisible()
  expect(exits).toEqual([])

  // 3. Join from that page and return to it.
  const phone = freshNumber(withScripts)
  await open(page, '/CouponsDetails/sneakers-from-rs-999-at-kadam-footwear?dialog=sign-up')
  await signUp(page, { name: 'Meera Nair', phone, email: `meera${phone}@mail.example` }, withScripts)
  await expect(page).toHaveURL(/\/CouponsDetails\/sneakers-from-rs-999-at-kadam-footwear$/)

  // 4. Click: a new tab leads through /out to the network with our click id.
  await waitForScripts(page)
  const tracking = await getDeal(page, exits)
  expect(tracking.searchParams.get('campaign_id')).toBe('90002')
  expect(tracking.searchParams.get('pub_id')).toBeTruthy()
  const p1 = tracking.searchParams.get('p1')!
  expect(p1).toMatch(/^[a-z2-7]{26}$/i)

  // 5. Earn: the network reports the sale, first pending, then approved.
  const report = async (status: string) => {
    const answer = await page.request.get(
      `/postback/trackier/demo-trackier-secret?p1=${p1}&conversion_id=T-${p1}&sale_amount=2,499.00&payout=300&status=${status}`,
    )
    expect(answer.status()).toBe(200)
    expect((await answer.text()).trim()).toBe('OK')
  }
  await report('pending')
  await open(page, '/Account/Wallet')
  await expect(page.locator('[data-balance=pending]')).toHaveText('Rs. 199.92')
  await report('approved')
  await report('approved')
  await open(page, '/Account/Wallet')
  await expect(page.locator('[data-balance=pending]')).toHaveCount(0)
  await expect(page.locator('[data-balance=available]')).toHaveText('Rs. 199.92')
  await expect(page.getByText('Balance: Rs. 199.92').first()).toBeVisible()
  await open(page, '/Account/History')
  await expect(page.getByText('+Rs. 199.92')).toBeVisible()
  await open(page, '/Account/Notifications')
  await expect(
    page.getByRole('region', { name: 'Notifications', exact: true }).getByRole('listitem'),
  ).toHaveCount(2)

  // 6. Withdraw: payout details, dialog, operator.
  await open(page, '/Account/Wallet')
  await page.getByRole('main').getByRole('link', { name: 'Redeem' }).click()
  await expect(page.getByText('Please Add Bank or Upi details First!')).toBeVisible()
  await page.getByRole('region', { name: 'UPI details' }).getByRole('link', { name: 'Add Details' }).click()
  await page.getByLabel('UPI ID').fill('meera.nair@okbank')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Added Successfully!')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Redeem' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: /^Bank account/ })).toBeDisabled()
  await expect(dialog.getByRole('radio', { name: /^UPI/ })).toBeChecked()
  await dialog.getByLabel('Amount in rupees').fill('500')
  // With scripts the error is there while typing.
  if (!withScripts) await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(dialog.getByText('You can enter up to ₹199.92 only.').last()).toBeVisible()
  await expect(dialog.getByLabel('Amount in rupees')).toHaveValue('500')
  await expect(dialog.getByRole('radio', { name: /^UPI/ })).toBeChecked()
  await dialog.getByLabel('Amount in rupees').fill('150')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('✅ Withdrawal successful')).toBeVisible()
  await expect(page.locator('[data-balance=available]')).toHaveText('Rs. 49.92')
  await expect(page.locator('[data-balance=on-its-way]')).toHaveText('Rs. 150.00')

  const id = await findWithdrawal(sql, phone)
  await server.ops('withdrawals', 'approve', id, '--yes')
  await server.ops('withdrawals', 'paid', id, '--utr', `UTR000000${id}`, '--yes')
  await open(page, '/Account/Wallet')
  await expect(page.locator('[data-balance=on-its-way]')).toHaveCount(0)
  await expect(page.getByText(`UTR UTR000000${id}`)).toBeVisible()
  await server.ops('audit')

  // 7. Log out, after cancelling once.
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Are you sure?' })).toBeVisible()
  await expect(page.getByText('You want to logout your account?!')).toBeVisible()
  await page.getByRole('dialog').getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText('Logout Cancelled')).toBeVisible()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, logout' }).click()
  await expect(page.getByText('You are logged out successfully.')).toBeVisible()
  await open(page, '/Account')
  await expect(page).toHaveURL(`${server.origin}/`)
})

test('a failed withdrawal returns the money, and a friend’s purchase pays the referrer', async ({
  page,
  server,
  sql,
  exits,
  withScripts,
}) => {
  await server.ops('catalogue', 'import', 'tests/e2e/feeds/journey.json')
  const [referrer, friend] = [freshNumber(withScripts), freshNumber(withScripts)]

  await open(page, '/?dialog=sign-up')
  await signUp(
    page,
    { name: 'Ravi Kumar', phone: referrer, email: `ravi${referrer}@mail.example` },
    withScripts,
  )
  await open(page, '/Account')
  const code = await page.locator('code').first().innerText()
  await open(page, '/Account?dialog=logout')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, logout' }).click()
  await expect(page.getByText('You are logged out successfully.')).toBeVisible()

  // The friend opens the referral link.
  await open(page, `/Singup?ref=${code}`)
  await expect(page.getByLabel('Referral code')).toHaveValue(code)
  await page.getByLabel('Full name').fill('Zoya Khan')
  await page.getByLabel('Mobile number').fill(friend)
  await page.getByLabel('E-mail').fill(`zoya${friend}@mail.example`)
  await page.getByLabel('Password', { exact: true }).fill('Chai at five 5')
  await page.getByLabel(/I agree/).check()
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
  await typeCode(page, withScripts)
  await expect(page.getByText('Signup Successful!')).toBeVisible()
  await clearSignals(server, sql)

  await open(page, '/CouponCode/flat-12-off-at-mirchi-masala')
  const p1 = (await getDeal(page, exits)).searchParams.get('p1')!
  await page.request.post('/postback/trackier/demo-trackier-secret', {
    form: { p1, conversion_id: `R-${p1}`, sale_amount: '1000', payout: '60', status: 'approved' },
  })
  await open(page, '/Account/Wallet')
  await expect(page.locator('[data-balance=available]')).toHaveText('Rs. 45.00')

  // A bank transfer that fails: the money is returned with the reason.
  await page.getByRole('region', { name: 'Bank details' }).getByRole('link', { name: 'Add Details' }).click()
  const account = `000${friend.slice(-9)}`
  await page.getByLabel('Account number').fill(account)
  await page.getByLabel('Account holder name').fill('Zoya Khan')
  await page.getByLabel('IFSC code').fill('ABCD1123456')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter a valid IFSC code, such as ABCD0123456.')).toBeVisible()
  await expect(page.getByLabel('Account number')).toHaveValue(account)
  await page.getByLabel('IFSC code').fill('abcd0123456')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Added Successfully!')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Redeem' }).click()
  await page.getByRole('dialog').getByLabel('Amount in rupees').fill('45')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('✅ Withdrawal successful')).toBeVisible()
  const id = await findWithdrawal(sql, friend)
  await server.ops('withdrawals', 'approve', id, '--yes')
  await server.ops('withdrawals', 'fail', id, '--reason', 'The account is closed', '--yes')
  await open(page, '/Account/Wallet')
  await expect(page.locator('[data-balance=available]')).toHaveText('Rs. 45.00')
  await expect(page.getByRole('main').getByText('The account is closed')).toBeVisible()

  // The referrer has 20 % of the cashback.
  await open(page, '/Account?dialog=logout')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, logout' }).click()
  await expect(page.getByText('You are logged out successfully.')).toBeVisible()
  await open(page, '/?dialog=sign-in')
  await page.getByRole('dialog').getByLabel('Mobile number').fill(referrer)
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('not my password')
  await page.getByRole('dialog').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Wrong password! Please try again.')).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('Mobile number')).toHaveValue(referrer)
  await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toHaveValue('')
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('Chai at five 5')
  await page.getByRole('dialog').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Balance: Rs. 9.00').first()).toBeVisible()
  await open(page, '/Account/History')
  await expect(page.getByText('+Rs. 9.00')).toBeVisible()
  await server.ops('audit')
})

test('a password reset by OTP ends the other sessions', async ({ page, browser, server, withScripts }) => {
  const phone = freshNumber(withScripts)
  await open(page, '/?dialog=sign-up')
  await signUp(page, { name: 'Kiran Das', phone, email: `kiran${phone}@mail.example` }, withScripts)

  const other = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: withScripts })
  const phonePage = await other.newPage()
  await open(phonePage, '/Deals?dialog=sign-in')
  await phonePage.getByRole('dialog').getByRole('link', { name: 'Forgot Password' }).click()
  await expect(phonePage.getByRole('heading', { name: 'Reset Password' })).toBeVisible()
  await phonePage.getByRole('dialog').getByLabel('Mobile number').fill(phone)
  await phonePage.getByRole('dialog').getByRole('button', { name: 'Send OTP' }).click()
  await typeCode(phonePage, withScripts)
  const dialog = phonePage.getByRole('dialog')
  await dialog.getByLabel('New password').fill('Chai at six 66')
  await dialog.getByLabel('Confirm password').fill('Chai at six 67')
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
  await expect(dialog.getByText('Passwords do not match!')).toBeVisible()
  await expect(dialog.getByText('password and confirm password not match')).toBeVisible()
  await dialog.getByLabel('New password').fill('Chai at six 66')
  await dialog.getByLabel('Confirm password').fill('Chai at six 66')
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
  await expect(phonePage.getByText('Password reset successful!')).toBeVisible()

  await open(page, '/Account')
  await expect(page).toHaveURL(`${server.origin}/`)
  await open(page, '/?dialog=otp-sign-in')
  await expect(page.getByRole('heading', { name: 'Login with OTP' })).toBeVisible()
  await page.getByRole('dialog').getByLabel('Mobile number').fill('9999999999')
  await page.getByRole('dialog').getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByText('❌ User does not exist. Please sign up.')).toBeVisible()
  await other.close()
})
