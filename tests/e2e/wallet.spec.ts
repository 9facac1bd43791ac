import type { Locator } from '@playwright/test'
import { expect, waitForScripts, open, test, type Page } from '../support/e2e'
import { signInMember } from './members'

/** The notice is visible in the window and not covered by the header. */
async function expectClear(page: Page, notice: Locator) {
  await expect(async () => {
    await expect(notice).toBeInViewport({ ratio: 1 })
    const [header, box] = await Promise.all([page.locator('.header').boundingBox(), notice.boundingBox()])
    expect(box!.y).toBeGreaterThanOrEqual(header!.y + header!.height)
  }).toPass()
}

test('an amount above the balance stays as typed, is refused, and one within it is sent', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  const { id } = await signInMember(page, server, sql, { earned: 61_350, upi: true })
  await open(page, '/Account/Wallet?dialog=withdraw')
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByLabel('Amount in rupees')
  const button = dialog.getByRole('button', { name: 'Withdraw' })
  const named = dialog.locator('output')
  await expect(dialog.getByText('The minimum withdraw amount is 0.')).toBeVisible()
  await expect(dialog.getByText(/Withdrawals are on hold for 24 hours after/)).toBeVisible()
  await expect(dialog.getByText('You can withdraw up to').locator('strong')).toHaveText('₹613.50')
  const text = 'You can enter up to ₹613.50 only.'
  const expectMarked = async (typed: string) => {
    await expect(amount).toHaveValue(typed)
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await expect(amount).toHaveAccessibleDescription(`The minimum withdraw amount is 0. ${text}`)
    await expect(named).toHaveCount(0)
  }
  if (withScripts) {
    await amount.pressSequentially('99999')
    await expect(dialog.getByRole('alert')).toHaveText(text)
    await expectMarked('99999')
    // A pasted amount arrives at once.
    await amount.fill('5000')
    await expectMarked('5000')
  } else await amount.fill('5000')
  await button.click()
  await expect(dialog.getByRole('alert').first()).toHaveText(`❌ Withdrawal error: ${text}`)
  await expectMarked('5000')
  expect(await sql`SELECT 1 FROM withdrawals WHERE user_id = ${id}`).toHaveLength(0)
  await amount.fill('')
  await button.click()
  await expect(dialog.getByRole('alert').first()).toHaveText(
    '❌ Withdrawal error: Please enter a valid amount.',
  )
  await expect(amount).toHaveAccessibleDescription(/Please enter a valid amount\.$/)
  await waitForScripts(page)
  await amount.fill('12')
  if (withScripts) {
    await expect(named).toHaveText('You withdraw ₹12.00')
    await expect(amount, 'the error was about another amount').not.toHaveAttribute('aria-invalid')
  }
  await button.click()
  await expect(page.getByText('✅ Withdrawal successful')).toBeVisible()
  expect(await sql`SELECT amount_paise FROM withdrawals WHERE user_id = ${id}`).toEqual([
    { amount_paise: '1200' },
  ])
})

test('the dialog opens with the focus on the amount, with either method and after All', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  test.skip(!withScripts, 'without scripts the browser decides')
  await signInMember(page, server, sql, { earned: 61_350, upi: true })
  await open(page, '/Account/Wallet')
  await page.getByRole('main').getByRole('link', { name: 'Redeem' }).click()
  const amount = page.getByRole('dialog').getByLabel('Amount in rupees')
  await expect(amount).toBeFocused()
  await page.getByRole('dialog').getByRole('link', { name: /^All:/ }).click()
  await expect(amount).toHaveValue('613.50')
  await expect(amount).toBeFocused()
})

test('the sum of a withdrawal survives the way to the first UPI ID', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  const { id } = await signInMember(page, server, sql, { earned: 61_350 })
  await open(page, '/Account/Wallet?dialog=withdraw&amount=150')
  await expect(page.getByText('Please Add Bank or Upi details First!')).toBeVisible()
  await page.getByRole('link', { name: 'Add UPI ID' }).click()
  await page.getByLabel('UPI ID').fill('no address')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter a valid UPI ID, such as name@bank.')).toBeVisible()
  await waitForScripts(page)
  await page.getByLabel('UPI ID').fill('lata@demobank')
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Added Successfully!')).toBeVisible()
  await expect(dialog.getByLabel('Amount in rupees')).toHaveValue('150')
  await expect(dialog.getByRole('radio', { name: /^UPI/ })).toBeChecked()

  await waitForScripts(page)
  if (withScripts) {
    // What is typed is on the way to the other details, too, and back.
    await dialog.getByLabel('Amount in rupees').fill('175.50')
    await dialog.getByRole('link', { name: 'Add Details: Bank account' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(dialog.getByLabel('Amount in rupees')).toHaveValue('175.50')
    await dialog.getByLabel('Amount in rupees').fill('150')
  }
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('✅ Withdrawal successful')).toBeVisible()
  expect(await sql`SELECT amount_paise FROM withdrawals WHERE user_id = ${id}`).toEqual([
    { amount_paise: '15000' },
  ])
})

test('an empty wallet shows the reason instead of a form', async ({ page, server, sql }) => {
  await signInMember(page, server, sql)
  await open(page, '/Account/Wallet?edit=upi')
  await page.getByLabel('UPI ID').fill('lata@demobank')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/Added Successfully!|updated Successfully!/)).toBeVisible()
  await open(page, '/Account/Wallet?dialog=withdraw')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Your wallet amount is empty.')).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await dialog.getByText('Close').last().click()
  await expect(dialog).toHaveCount(0)
})

test.describe('withdrawal on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('can be requested, is shown as on its way, and can be cancelled', async ({
    page,
    server,
    sql,
    withScripts,
  }) => {
    await signInMember(page, server, sql, { earned: 8000 })
    await open(page, '/Account/Wallet?edit=upi')
    await page.getByLabel('UPI ID').fill('lata.rao@demobank')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectClear(page, page.getByText(/Added Successfully!|updated Successfully!/))
    const available = page.locator('[data-balance=available]')
    const before = await available.innerText()
    await open(page, '/Account/Wallet?dialog=withdraw')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('UPI').check()
    await dialog.getByLabel('Amount in rupees').fill('12.50')
    if (withScripts) {
      // During a slow response a second press sends nothing.
      let posts = 0
      await page.route('**/Account/Wallet*', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        posts += 1
        await expect(dialog.getByRole('button', { name: 'Sending your request…' })).toBeVisible()
        await dialog.getByRole('button', { name: 'Sending your request…' }).dispatchEvent('click')
        await route.continue()
      })
      await dialog.getByRole('button', { name: 'Withdraw' }).click()
      await expectClear(page, page.getByText('✅ Withdrawal successful'))
      expect(posts).toBe(1)
    } else {
      await dialog.getByRole('button', { name: 'Withdraw' }).click()
      await expectClear(page, page.getByText('✅ Withdrawal successful'))
    }
    await expect(page.locator('[data-balance=on-its-way]')).toHaveText('Rs. 12.50')
    const list = page.getByRole('region', { name: 'Withdrawals' })
    await expect(list.getByRole('listitem').first()).toBeInViewport({ ratio: 1 })
    await expect(list.getByRole('status').locator('svg'), 'the text has its own tick').toHaveCount(0)
    await expect(list.getByText('Requested').first()).toBeVisible()
    await waitForScripts(page)
    await page.getByRole('form', { name: 'Cancel the withdrawal of Rs. 12.50' }).getByRole('button').click()
    await expectClear(page, page.getByRole('status').filter({ hasText: 'Rs. 12.50 is back in your wallet.' }))
    await expect(available).toHaveText(before)
    await expect(page.getByRole('form', { name: /Cancel the withdrawal/ })).toHaveCount(0)
    await expect(list.getByText('Cancelled').first()).toBeVisible()
  })
})
