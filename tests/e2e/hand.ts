import { expect, type Page } from '../support/e2e'

export type Target = ReturnType<Page['locator']>

/** A user of a page, whose taps are counted. */
export class Hand {
  taps = 0
  readonly main: Target
  constructor(readonly page: Page) {
    this.main = page.getByRole('main')
  }

  async tap(target: Target) {
    this.taps++
    await target.click()
  }
  link = (name: string | RegExp) => this.tap(this.main.getByRole('link', { name }).first())
  sees = (text: string | RegExp) => expect(this.main.getByText(text).first()).toBeVisible()
}
