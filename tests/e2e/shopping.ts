import { expect, type Page } from '../support/e2e'

/** Get Deal opens a new tab; returns its tracking URL. */
export async function getDeal(page: Page, exits: string[]): Promise<URL> {
  const before = exits.length
  const [shop] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('main').getByRole('link', { name: 'Get Deal' }).first().click(),
  ])
  await expect.poll(() => exits.length).toBe(before + 1)
  await shop.close()
  return new URL(exits.at(-1)!)
}
