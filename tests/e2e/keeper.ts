import { findViolations } from '../support/axe'
import { expect, waitForScripts, type Page } from '../support/e2e'
import { Hand, type Target } from './hand'

/** Who runs the shop at the desk. */
export class Keeper extends Hand {
  override async tap(target: Target) {
    await super.tap(target)
    await waitForScripts(this.page)
  }
  find = (label: string) => this.main.getByLabel(label, { exact: true }).first()
  fill = (label: string, value: string) => this.find(label).fill(value)

  async confirm(effect: RegExp) {
    await this.tap(this.main.getByRole('button', { name: 'Preview', exact: true }))
    await this.sees('Preview: nothing is done yet')
    await this.tap(this.main.getByRole('button', { name: effect }).first())
    await expect(this.main.getByText('Preview: nothing is done yet')).toHaveCount(0)
    await expect(this.page.getByText(effect).first()).toBeVisible()
  }
}

/** A label of a field that may be left out. */
export const optional = (label: string) => `${label} (optional)`

/** Nothing is wider than the screen; with scripts, axe finds nothing. */
export async function checkPage(page: Page, withScripts: boolean) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  if (withScripts) expect(await findViolations(page)).toEqual([])
}

const INDIA_MS = 330 * 60_000

/** In India, so many days from now. */
export const formatDay = (days: number) =>
  new Date(Date.now() + INDIA_MS + days * 86_400_000).toISOString().slice(0, 10)
