import fs from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** Less than half of what the package is as a module: each document parses it. */
const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Good practice, no criterion. */
const RULES = { 'aria-allowed-role': { enabled: true } }
export const OPEN = 'dialog[open], :popover-open'

/** Of every page. */
const FRAME = ['header.header', 'footer.footer']

/** WCAG 2.2 A and AA violations, shortened. `frame: false` leaves out the header and the footer, a third of most pages. */
export async function findViolations(page: Page, { frame = true } = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async ({ tags, rules, open, without }) => {
      const { axe: here } = window as unknown as { axe: typeof axe }
      // The page behind a modal dialog is checked without the dialog.
      const part = document.querySelector(open) ? open : { exclude: without }
      // By default axe also lists every element that passes.
      const { violations: findViolations } = await here.run(part, {
        runOnly: tags,
        rules,
        resultTypes: ['violations'],
      })
      return findViolations.flatMap(({ id, nodes }) =>
        nodes.map(
          (node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary?.split('\n')[1]?.trim()})`,
        ),
      )
    },
    { tags: TAGS, rules: RULES, open: OPEN, without: frame ? [] : FRAME },
  )
}
