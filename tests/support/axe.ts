/** axe on a page of a browser test: WCAG 2.2 A and AA. */
import type { Page } from '@playwright/test'
import axe from 'axe-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
export const OPEN = 'dialog[open], :popover-open'

/** What axe holds against the page as it is now, in short. */
export async function violations(page: Page): Promise<string[]> {
  // Half a megabyte: once a document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ tags, open }) => {
      const { axe: here } = window as unknown as { axe: typeof axe }
      // What lies behind a modal dialog has been looked at without it.
      const part = document.querySelector(open) ? open : document
      // Of the rules that are kept it would list every element.
      const { violations } = await here.run(part, { runOnly: tags, resultTypes: ['violations'] })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          (node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary?.split('\n')[1]?.trim()})`,
        ),
      )
    },
    { tags: TAGS, open: OPEN },
  )
}
