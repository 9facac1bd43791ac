import { expect, open, test, type Page } from '../support/e2e'

const main = (page: Page) => page.getByRole('main')

test('/HowitWorks has Refer and Earn with pictures and 20%; Share Now asks a guest to sign in', async ({
  page,
}) => {
  await open(page, '/HowitWorks')
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Refer and Earn')
  await expect(main(page).getByRole('heading', { name: 'Share and Earn' })).toBeVisible()
  await expect(main(page).getByText('Earn 20% of your friends’ earnings')).toBeVisible()
  const pictures = main(page).locator('svg.refer-picture, .step > img')
  await expect(pictures).toHaveCount(7)
  for (const picture of await pictures.all())
    expect((await picture.boundingBox())!.width).toBeGreaterThan(100)
  await main(page).getByRole('link', { name: 'Share Now' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Please login first!')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Hi, Welcome Back' })).toBeVisible()
})

const PAGES: [path: string, title: string, words: string[]][] = [
  [
    '/Aboutus',
    'About Us',
    ['Your Gateway to Great Deals', 'free of fees', 'affiliate disclosure', 'last 30 days'],
  ],
  [
    '/Contactus',
    'Contact Us',
    [
      'support@dealdwaar.example',
      'Monday to Friday 10 AM to 7 PM SGT (7:30 AM to 4:30 PM IST)',
      'Within 48 hours',
      'Within one month',
      'Disclaimer',
    ],
  ],
  [
    '/PrivacyPolicy',
    'Privacy Policy',
    ['Digital Personal Data Protection Act, 2023', 'Your rights', 'Data Protection Board', 'Cookies'],
  ],
  [
    '/TermsConditions',
    'Terms & Conditions',
    [
      'free of fees',
      'online only',
      '20% of the cashback',
      'Consumer Protection Act, 2019',
      'within one month',
    ],
  ],
]

for (const [path, title, words] of PAGES)
  test(`${path} has its texts, and links with a target`, async ({ page }) => {
    await open(page, path)
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(title)
    for (const text of words) await expect(main(page).getByText(text).first()).toBeVisible()
    const hrefs = await main(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    for (const href of hrefs.filter((one) => one.startsWith('/'))) {
      const [target, hash] = href.split('#')
      const answer = await page.request.get(target!)
      expect([href, answer.status()]).toEqual([href, 200])
      if (hash) expect(await answer.text()).toContain(`id="${hash}"`)
    }
  })

test('the contact page has the support mailbox and three social links', async ({ page }) => {
  await open(page, '/Contactus')
  await expect(main(page).getByRole('link', { name: 'support@dealdwaar.example' }).first()).toHaveAttribute(
    'href',
    'mailto:support@dealdwaar.example',
  )
  for (const name of ['Facebook', 'Instagram', 'YouTube'])
    await expect(main(page).getByRole('link', { name, exact: true })).toBeVisible()
})
