/** A proof that is too large for the server, which refuses it before it is read. */
import { expect, hydrated, test } from '../support/e2e'
import { DETAIL } from './kesar'
import { signInMember } from './members'
import { getDeal } from './shopping'

const MEGABYTE = 1024 * 1024

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
    await page.goto(DETAIL)
    await hydrated(page)
    await getDeal(page, exits)
    await page.goto(DETAIL)
    const visit = await page.getByRole('link', { name: /^Visit DV-/ }).getAttribute('href')
    await page.goto(`/Account/Claims/new?visit=${visit!.split('/').at(-1)}&kind=question`)
    await hydrated(page)
    await page.getByLabel('What happened?').fill('Is my order counted?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(page.getByText('Claim received')).toBeVisible()
    await hydrated(page)
    await page.getByLabel('Your message').fill('The invoice is below')
    await page
      .getByLabel('Invoice or picture')
      .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(bytes, '%PDF-') })
    // Scripts see it at once.
    if (!withScripts) await page.getByRole('button', { name: 'Add proof' }).click()
    await expect(page.getByText('The file is larger than 5 MB. Please choose a smaller one.')).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Claim CL-/ })).toBeVisible()
    await expect(page.getByText('That was too much at once')).toHaveCount(0)
    // Without scripts the browser sends the form of the file alone.
    if (withScripts) await expect(page.getByLabel('Your message')).toHaveValue('The invoice is below')

    await hydrated(page)
    await page
      .getByLabel('Invoice or picture')
      .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 bill') })
    await page.getByRole('button', { name: 'Add proof' }).click()
    await expect(page.getByText('Proof added')).toBeVisible()
  })
