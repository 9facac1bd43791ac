// The store of feeds/kesar.json.
import { hydrated, type Page } from '../support/e2e'

export const TITLE = '20% off sweets & "namkeen" – दीवाली 🎉'
export const NAME = encodeURIComponent(TITLE)
export const DETAIL = `/CouponsDetails/${NAME}`

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}
