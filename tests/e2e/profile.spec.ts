import sharp from 'sharp'
import { signIn } from '../../scripts/visit-page.mjs'
import { expect, open, test } from '../support/e2e'
import { PASSWORD, signInMember } from './members'

const NEW = 'a loud river, now'

const picture = (side: number, colour = '#a62b1f') =>
  sharp({ create: { width: side, height: side, channels: 3, background: colour } })

test.describe('profile image', () => {
  // The oversized body is refused with 413.
  test.use({ expectedProblems: [/413/] })

  test('can be chosen, previewed, uploaded, replaced and removed', async ({
    page,
    server,
    sql,
    withScripts,
  }) => {
    await signInMember(page, server, sql)
    await open(page, '/Account')
    const main = page.getByRole('main')
    const file = main.getByLabel('Profile image')
    const preview = main.locator('canvas')

    await main.getByRole('button', { name: 'Upload image' }).click()
    await expect(main.getByText('Please select an image')).toBeVisible()

    await file.setInputFiles({
      name: 'me.jpg',
      mimeType: 'image/jpeg',
      buffer: await picture(600).jpeg().toBuffer(),
    })
    if (withScripts) {
      await expect(preview).toBeVisible()
      await expect(main.getByText('This is how it will look.')).toBeVisible()
    } else await expect(preview).toBeHidden()
    await main.getByRole('button', { name: 'Upload image' }).click()
    await expect(page.getByText('Image updated successfully!')).toBeVisible()
    await expect(preview).toBeHidden()
    for (const place of [main, page.getByRole('banner')]) {
      const image = place.locator('img[src^="/Account/image"]')
      await expect(image).toBeVisible()
      await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(256)
    }

    await file.setInputFiles({
      name: 'drawing.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    })
    await main.getByRole('button', { name: 'Upload image' }).click()
    await expect(main.getByText('Please select an image')).toBeVisible()
    await expect(main.locator('img[src^="/Account/image"]')).toBeVisible()

    await main.getByRole('button', { name: 'Remove image' }).click()
    await expect(page.getByText('Your image is removed.')).toBeVisible()
    await expect(page.locator('img[src^="/Account/image"]')).toHaveCount(0)
  })

  test('over 5 MB is reduced with scripts and refused without', async ({
    page,
    server,
    sql,
    withScripts,
  }) => {
    await signInMember(page, server, sql)
    await open(page, '/Account')
    const jpeg = await picture(3000).jpeg().toBuffer()
    const buffer = Buffer.concat([jpeg, Buffer.alloc(6 * 1024 * 1024)])
    await page.getByLabel('Profile image').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
    if (withScripts) await expect(page.getByText('This is how it will look.')).toBeVisible()
    await page.getByRole('button', { name: 'Upload image' }).click()
    if (withScripts) await expect(page.getByText('Image updated successfully!')).toBeVisible()
    else {
      await expect(page.getByText('Please select an image of at most 5 MB.')).toBeVisible()
      await expect(page.getByLabel('Profile image')).toBeVisible()
    }
  })

  test('over 5 MB that no browser can reduce is refused at its field', async ({ page, server, sql }) => {
    await signInMember(page, server, sql)
    await open(page, '/Account')
    const buffer = Buffer.alloc(6 * 1024 * 1024, 'x')
    await page.getByLabel('Profile image').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByRole('button', { name: 'Upload image' }).click()
    await expect(page.getByText('Please select an image of at most 5 MB.')).toBeVisible()
  })

  test('that cannot be read shows an error, and the page stays usable', async ({ page, server, sql }) => {
    const { id, phone } = await signInMember(page, server, sql)
    await sql`INSERT INTO profile_images (user_id, version, webp) VALUES (${id}, 'what it was', 'what it is'::bytea)`
    await page.route('**/Account/image?v=*', (route) => route.fulfill({ status: 204 }))
    await open(page, '/Account')
    await expect(page.getByText('Failed to fetch image.')).toBeVisible()
    await expect(page.getByText('Something went wrong.')).toBeVisible()
    await expect(page.getByText(`${phone}@mail.example`)).toBeVisible()
    await page.getByRole('button', { name: 'Remove image' }).click()
    await expect(page.getByText('Your image is removed.')).toBeVisible()
    await expect(page.getByText('Failed to fetch image.')).toBeHidden()
  })
})

test('details are edited with the password', async ({ page, server, sql, withScripts }) => {
  const { phone } = await signInMember(page, server, sql)
  await open(page, '/Account')
  await page.getByRole('link', { name: 'Edit details' }).click()
  const form = page.locator('form[action="/Account/details"]')
  await form.getByLabel('Full name').fill('Tara Devi Menon')
  await form.getByLabel('E-mail').fill('asha@demo.example')
  await form.getByLabel('Password', { exact: true }).fill('not mine')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Wrong password! Please try again.')).toBeVisible()
  await expect(form.getByLabel('Full name')).toHaveValue('Tara Devi Menon')
  await expect(form.getByLabel('Password', { exact: true })).toHaveValue('')
  if (withScripts) await expect(form.getByLabel('Password', { exact: true })).toBeFocused()

  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Email already exists!')).toBeVisible()

  await form.getByLabel('E-mail').fill(`new.${phone}@mail.example`)
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your details are saved.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tara Devi Menon' })).toBeVisible()
  await expect(page.getByText(`It changes to new.${phone}@mail.example once you use the link`)).toBeVisible()
})

test('other devices are signed out by a button and by a password change', async ({
  page,
  browser,
  server,
  sql,
  withScripts,
}) => {
  const { phone: phone_number } = await signInMember(page, server, sql)
  const elsewhere = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: withScripts })
  const other = await elsewhere.newPage()
  await signIn(other, server.origin, { phone_number, password: PASSWORD })

  await open(page, '/Account')
  const list = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByText('This device')).toHaveCount(1)
  await list.getByRole('button', { name: 'Sign out the others' }).click()
  await expect(page.getByText('You are signed out everywhere else.')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await open(other, '/Account')
  await expect(other).toHaveURL(`${server.origin}/`)

  await signIn(other, server.origin, { phone_number, password: PASSWORD })
  await page
    .getByRole('navigation', { name: 'Account' })
    .getByRole('link', { name: 'Change Password' })
    .click()
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
  const form = page.locator('form[action="/Account/ChangePassword"]')
  const change = async (current: string, next: string, confirm: string) => {
    await form.getByLabel('Current password').fill(current)
    await form.getByLabel('New password', { exact: true }).fill(next)
    await form.getByLabel('Confirm new password').fill(confirm)
    await form.getByRole('button', { name: 'Change Password' }).click()
  }
  await change('', '', '')
  await expect(page.getByText('All fields are required')).toBeVisible()
  await change(PASSWORD, NEW, 'another one')
  await expect(page.getByText('New password and confirm password do not match')).toBeVisible()
  await change('not mine', NEW, NEW)
  await expect(page.getByText('Wrong password! Please try again.')).toBeVisible()
  await change(PASSWORD, NEW, NEW)
  await expect(page.getByText('Password changed successfully!')).toBeVisible()
  await open(page, '/Account')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await open(other, '/Account')
  await expect(other).toHaveURL(`${server.origin}/`)
  await elsewhere.close()
})

test('logout asks, can be cancelled, and with scripts is confirmed for 1.5 seconds', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  await signInMember(page, server, sql)
  if (withScripts) await page.clock.install()
  await open(page, '/Account')
  const ask = async () => {
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Logout' }).click()
    await expect(page.getByRole('heading', { name: 'Are you sure?' })).toBeVisible()
    await expect(page.getByText('You want to logout your account?!')).toBeVisible()
  }
  await ask()
  await page.getByRole('dialog').getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText('Logout Cancelled')).toBeVisible()
  await ask()
  if (withScripts) await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, logout' }).click()
  const goodbye = page.getByText('You are logged out successfully.')
  await expect(goodbye).toBeVisible()
  await expect(page.getByText('Logout!')).toBeVisible()
  await expect(page).toHaveURL(`${server.origin}/`)
  if (!withScripts) return
  await page.clock.runFor(1400)
  await expect(goodbye).toBeVisible()
  await page.clock.runFor(200)
  await expect(goodbye).toBeHidden()
})
