/** Files of claims: with the claim and after it, and those that are too large for the server. */
import { expect, waitForScripts, open, test, type Page } from '../support/e2e'
import { DETAIL } from './kesar'
import { signInMember } from './members'
import { getDeal } from './shopping'

const MEGABYTE = 1024 * 1024

async function openForm(page: Page, exits: Parameters<typeof getDeal>[1]) {
  await open(page, DETAIL)
  await getDeal(page, exits)
  await page.goto(DETAIL)
  const visit = await page.getByRole('link', { name: /^Visit DV-/ }).getAttribute('href')
  await open(page, `/Account/Claims/new?visit=${visit!.split('/').at(-1)}&kind=question`)
}

/** Opens a claim by the form, and ends on its page. */
async function openClaim(page: Page, exits: Parameters<typeof getDeal>[1]) {
  await openForm(page, exits)
  await page.getByLabel('What happened?').fill('Is my order counted?')
  await page.getByRole('button', { name: 'Send claim', exact: true }).click()
  await expect(page.getByText('Claim received')).toBeVisible()
  await waitForScripts(page)
}

test('the notice of a new claim leads to its proofs, and a refusal to its field', async ({
  page,
  server,
  sql,
  exits,
  withScripts,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signInMember(page, server, sql)
  await openClaim(page, exits)
  const field = page.getByLabel('Invoice or picture')
  await expect(field).not.toBeInViewport()
  await page.getByRole('link', { name: 'Add an invoice or picture' }).click()
  await expect(field).toBeInViewport()
  const expectRefused = async (text: string) => {
    await expect(page.getByText(text)).toBeInViewport()
    await expect(field).toBeInViewport()
    if (withScripts) await expect(field).toBeFocused()
  }
  await page.getByRole('button', { name: 'Add proof' }).click()
  await expectRefused('Please choose a file.')
  await waitForScripts(page)
  await field.setInputFiles({ name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await page.getByRole('button', { name: 'Add proof' }).click()
  await expectRefused('Only JPEG, PNG, WebP and PDF files can be sent. Please choose a file again.')
  await waitForScripts(page)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Please write what happened, in up to 1,000 characters.')).toBeInViewport()
  if (withScripts) await expect(page.getByLabel('Your message')).toBeFocused()
})

test('a refusal that loads the page focuses the wrong field when scripts start', async ({
  page,
  server,
  sql,
  exits,
  withScripts,
}) => {
  test.skip(!withScripts, 'it is about scripts: a browser without them has autofocus')
  await signInMember(page, server, sql)
  await openClaim(page, exits)
  const refuse = async (label: string, text: string) => {
    const field = page.getByLabel(label)
    await page.locator('form', { has: field }).evaluate((form: HTMLFormElement) => form.submit())
    await expect(page.getByText(text)).toBeInViewport()
    await expect(field).toBeFocused()
  }
  await refuse('Invoice or picture', 'Please choose a file.')
  await open(page, '/Account')
  await refuse('Profile image', 'Please select an image')
})

const BILL = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 bill') }

test('a claim is sent with its file, whose refusal is at its field, and its page shows the proof', async ({
  page,
  server,
  sql,
  exits,
  withScripts,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { id } = await signInMember(page, server, sql)
  await openForm(page, exits)
  const field = page.getByLabel('Invoice or picture')
  const send = () => page.getByRole('button', { name: 'Send claim', exact: true }).click()
  const countClaims = async () => (await sql`SELECT 1 FROM claims WHERE user_id = ${id}`).length
  await page.getByLabel('What happened?').fill('Is my order counted?')
  const refuse = async (name: string, buffer: Buffer, text: string) => {
    await field.setInputFiles({ name, mimeType: 'application/pdf', buffer })
    // Scripts see at once that a file is too large.
    if (!withScripts || buffer.length < 5 * MEGABYTE) await send()
    await expect(page.getByText(text)).toBeInViewport()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('What happened?')).toHaveValue('Is my order counted?')
    await waitForScripts(page)
  }
  await refuse(
    'bill.txt',
    Buffer.from('no picture'),
    'Only JPEG, PNG, WebP and PDF files can be sent. Please choose a file again.',
  )
  if (withScripts) await expect(field).toBeFocused()
  await refuse(
    'long.pdf',
    Buffer.alloc(7 * MEGABYTE, '%PDF-'),
    'The file is larger than 5 MB. Please choose a smaller one.',
  )
  expect(await countClaims()).toBe(0)

  await field.setInputFiles(BILL)
  await send()
  await expect(page.getByText('Claim received')).toBeInViewport()
  await expect(page.getByText('Your file is with it.')).toBeInViewport()
  await waitForScripts(page)
  await page.getByRole('link', { name: 'See the proof' }).click()
  await expect(page.getByRole('link', { name: 'PDF, 1 KB' })).toBeInViewport()
  expect(await countClaims()).toBe(1)

  await waitForScripts(page)
  await field.setInputFiles({ ...BILL, buffer: Buffer.from('%PDF-1.7 another bill') })
  await page.getByRole('button', { name: 'Add proof' }).click()
  await expect(page.getByText('Proof added')).toBeInViewport()
  await expect(page.getByRole('link', { name: 'PDF, 1 KB' })).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'PDF, 1 KB' }).first()).toBeInViewport()
  if (withScripts) await expect(page.locator('#proofs :focus'), 'the focus stays beside it').toHaveCount(1)
})

test('a press twice makes one claim with one file', async ({ page, server, sql, exits, withScripts }) => {
  const { id } = await signInMember(page, server, sql)
  await openForm(page, exits)
  await page.getByLabel('What happened?').fill('Is my order counted?')
  await page.getByLabel('Invoice or picture').setInputFiles(BILL)
  await page
    .getByRole('button', { name: 'Send claim', exact: true })
    .dblclick({ noWaitAfter: true, timeout: 10_000 })
  await expect(page.getByText(/^Claim CL-/)).toBeVisible()
  if (withScripts) await expect(page.getByText('Claim received')).toBeVisible()
  expect(await sql`SELECT 1 FROM claims WHERE user_id = ${id}`).toHaveLength(1)
  expect(await sql`SELECT 1 FROM claim_proofs WHERE user_id = ${id}`).toHaveLength(1)
})

// The browser notes the refused upload as an error.
test.use({ expectedProblems: [/413/] })

for (const [size, bytes] of [
  ['a little over 5 MB', 5 * MEGABYTE + 1],
  ['of 6 MB', 6 * MEGABYTE],
] as const)
  test(`a proof ${size} is refused at its field, on the page of the claim`, async ({
    page,
    server,
    sql,
    exits,
    withScripts,
  }) => {
    await signInMember(page, server, sql)
    await openClaim(page, exits)
    await page.getByLabel('Your message').fill('The invoice is below')
    await page
      .getByLabel('Invoice or picture')
      .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(bytes, '%PDF-') })
    // Scripts see it at once.
    if (!withScripts) await page.getByRole('button', { name: 'Add proof' }).click()
    await expect(page.getByText('The file is larger than 5 MB. Please choose a smaller one.')).toBeVisible()
    await expect(page.getByText(/^Claim CL-/)).toBeVisible()
    await expect(page.getByText('That was too much at once')).toHaveCount(0)
    // Without scripts the browser sends the form of the file alone.
    if (withScripts) await expect(page.getByLabel('Your message')).toHaveValue('The invoice is below')

    await waitForScripts(page)
    await page
      .getByLabel('Invoice or picture')
      .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 bill') })
    await page.getByRole('button', { name: 'Add proof' }).click()
    await expect(page.getByText('Proof added')).toBeVisible()
  })
