/** axe on a page of a browser test: WCAG 2.2 A and AA. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
export const OPEN = 'dialog[open], :popover-open'

/** What axe holds against the page as it is now, in short. */
export async function violations(page: Page): Promise<string[]> {
  // Without a page of its own to put the results of frames together: there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode().withTags(TAGS)
  // What lies behind a modal dialog has been looked at without it.
  if (await page.locator(OPEN).count()) axe.include(OPEN)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary?.split('\n')[1]?.trim()})`),
  )
}
