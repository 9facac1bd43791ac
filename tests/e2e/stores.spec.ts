import { expect, open, test } from '../support/e2e'

test('stores are chosen by letter and by category, and Deals and Stores are one tap apart', async ({
  page,
}) => {
  await open(page, '/Deals')
  const main = page.getByRole('main')
  await main.getByRole('navigation', { name: 'Browse' }).getByRole('link', { name: 'Stores' }).click()
  await expect(page).toHaveURL('/TopStores')
  await main.getByRole('navigation', { name: 'Stores A to Z' }).getByRole('link', { name: 'V' }).click()
  await expect(page).toHaveURL('/TopStores?letter=V')
  await expect(main.getByRole('heading', { level: 2, name: 'Voltwala' })).toBeVisible()
  await main.getByRole('combobox', { name: 'Category' }).selectOption('Travel')
  await main.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL('/TopStores?category=Travel')
  await expect(
    main
      .getByRole('listitem')
      .first()
      .getByText(/^Up to/),
  ).toBeVisible()
})

test('a guest finds the stores that they opened, stored by the browser', async ({ page, withScripts }) => {
  await open(page, '/Offers/voltwala')
  await open(page, '/TopStores')
  const recent = page.getByRole('region', { name: 'Recently visited' })
  await expect(recent).toHaveCount(withScripts ? 1 : 0)
  if (withScripts)
    await expect(recent.getByRole('link', { name: /Voltwala/ })).toHaveAttribute('href', '/Offers/voltwala')
})
