import type { Page } from '../support/e2e'

/** In place of states and of attributes for them: always true, and as specific. */
const STATES = /:(?:hover|active|focus-visible|checked|disabled)\b|\[(?:open|aria-[a-z]+(?:=[^\]]*)?)\]/g

const inAllStates = (css: string) => css.replace(STATES, ':not(.none)')

/**
 * Where the order of `sheets` decides how an element of the page looks: as they are, and with all elements in all states. They
 * are put behind the page's own style, and must repeat what it has of them.
 */
export async function orderProblems(page: Page, sheets: string[]): Promise<string[]> {
  const own = (await page.locator('style').first().textContent()) ?? ''
  const found = new Set<string>()
  for (const change of [(css: string) => css, inAllStates]) {
    const changed = sheets.map(change)
    const [before, after] = [changed, changed.toReversed()].map((all) => [change(own), ...all].join('\n'))
    for (const line of await page.evaluate(compareSheets, [before!, after!] as const)) found.add(line)
  }
  return [...found]
}

/** Runs in the page. Constructed sheets need no permission of the CSP. */
function compareSheets(sheets: readonly [string, string]): string[] {
  const parts = [...document.querySelectorAll('body, body *')].flatMap((element) =>
    ['', '::before', '::after'].map((pseudo) => ({ element, pseudo })),
  )
  const properties = new Set<string>()
  const collect = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) for (const property of rule.style) properties.add(property)
      if (rule instanceof CSSGroupingRule) collect(rule.cssRules)
    }
  }
  const read = (css: string) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    collect(sheet.cssRules)
    document.adoptedStyleSheets = [sheet]
    return parts.map(({ element, pseudo }) => {
      const style = getComputedStyle(element, pseudo)
      return pseudo && style.content === 'none'
        ? []
        : [...properties].map((one) => style.getPropertyValue(one))
    })
  }
  const [first, second] = sheets.map(read) as [string[][], string[][]]
  document.adoptedStyleSheets = []
  const names = [...properties]
  return parts.flatMap(({ element, pseudo }, i) =>
    first[i]!.flatMap((value, at) =>
      value === second[i]![at]
        ? []
        : [
            `${element.tagName}.${element.getAttribute('class')}${pseudo} ${names[at]}: ${value}, ${second[i]![at]}`,
          ],
    ),
  )
}

/** What the page looks like: the computed styles of its elements, by their place. Runs in a page whose animations are off. */
export const looks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    scrollTo(0, 0)
    return [...document.querySelectorAll('body, body *')]
      .filter((element) => !element.closest('script, template') && element.checkVisibility())
      .map((element) => {
        const style = getComputedStyle(element)
        const { x, y, width, height } = element.getBoundingClientRect()
        const box = [x, y + scrollY, width, height].map(Math.round).join(' ')
        return `${element.tagName}.${element.getAttribute('class')} ${box} ${style.color} ${style.backgroundColor} ${style.font} ${style.display}`
      })
  })
