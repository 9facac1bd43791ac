/** What a designer would send back, measured in the page as it stands: text and controls cut off, targets too low. */
import type { Page } from '../support/e2e'

/** Sets the size of text as a reader would in the browser, in per cent. */
export const setTextSize = (page: Page, percent: number) =>
  page.evaluate((percent) => {
    document.documentElement.style.fontSize = percent === 100 ? '' : `${percent}%`
  }, percent)

/**
 * Texts, pictures and controls that cannot be seen whole: they end outside the window, or outside a box that hides what
 * is beyond its edge. What lies in a row that is made to be scrolled sideways is no defect.
 */
export const cutOff = (page: Page) =>
  page.evaluate(() => {
    const SCROLLERS = '.carousel-strip, .scroller, .stores-row, .marquee-window'
    const viewport = document.documentElement.clientWidth
    const found = new Set<string>()
    type Edges = { left: number; right: number } | null
    const known = new Map<Element, Edges>()
    /** The edges that what lies in an element must keep within. */
    const edgesIn = (element: Element | null): Edges => {
      if (!element || element === document.body) return { left: 0, right: viewport }
      let edges = known.get(element)
      if (edges !== undefined) return edges
      edges = edgesOf(element)
      if (edges && getComputedStyle(element).overflowX !== 'visible') {
        const box = element.getBoundingClientRect()
        edges = { left: Math.max(edges.left, box.left), right: Math.min(edges.right, box.right) }
      }
      known.set(element, edges)
      return edges
    }
    /** The edges that a box must keep within; null where it lies in a scroller, or is hidden on purpose. */
    const edgesOf = (element: Element): Edges => {
      const { clipPath, position } = getComputedStyle(element)
      if (element.matches(SCROLLERS) || clipPath !== 'none') return null
      return edgesIn(position === 'fixed' ? null : element.parentElement)
    }
    const check = (element: Element, rects: Iterable<DOMRect>, name: () => string) => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return
      for (const { left, right, width, height, bottom } of rects) {
        if (width <= 1 || !height || bottom + scrollY < 0) continue
        const edges = edgesOf(element)
        if (!edges || (left >= edges.left - 1 && right <= edges.right + 1)) continue
        found.add(`${Math.round(left)}..${Math.round(right)} of ${Math.round(edges.right)}: ${name()}`)
        return
      }
    }
    for (const element of document.querySelectorAll('body *'))
      check(element, [element.getBoundingClientRect()], () => element.outerHTML.slice(0, 120))
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.textContent?.trim() || !text.parentElement) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const words = text.textContent.trim().slice(0, 80)
      check(text.parentElement, range.getClientRects(), () => `'${words}'`)
    }
    if (!found.size && document.documentElement.scrollWidth > viewport) return ['the page itself']
    return [...found]
  })

/** Links and buttons lower than a thumb needs: 44 px; in the middle of a sentence, where lines are close, 24 px. */
export const lowTargets = (page: Page) =>
  page.evaluate(() => {
    const TARGETS = 'a[href], button, summary, select, input:not([type=hidden]), label.checkbox, label.choice'
    /** Whether words stand before or behind it on its own line. */
    const inSentence = (element: Element) => {
      if (getComputedStyle(element).display !== 'inline') return false
      const block = element.closest('p, li, label, dd, span')
      const own = element.textContent ?? ''
      return !!block && (block.textContent ?? '').trim().length > own.trim().length
    }
    return [...document.querySelectorAll(TARGETS)]
      .filter((element) => {
        const { height, width, bottom } = element.getBoundingClientRect()
        if (!height || width <= 1 || bottom + scrollY < 0 || !element.checkVisibility()) return false
        // The whole label, or the whole card, takes the press.
        if (element.matches('label input, .stretched')) return false
        return height < (inSentence(element) ? 24 : 43.5)
      })
      .map(
        (element) =>
          `${Math.round(element.getBoundingClientRect().height)} px: ${element.outerHTML.slice(0, 120)}`,
      )
  })

/** What a page has just scrolled to or focused and yet cannot be seen, because the header stands over it. */
export const belowHeader = (page: Page) =>
  page.evaluate(() => {
    const header = document.querySelector('.header')!.getBoundingClientRect()
    return [document.activeElement, ...document.querySelectorAll('main .notice, .notice-bar')]
      .filter((element) => element instanceof HTMLElement && element !== document.body)
      .filter((element) => element!.closest('.header, dialog, .pop') === null)
      .filter((element) => element!.getBoundingClientRect().top < header.bottom - 1)
      .map((element) => element!.outerHTML.slice(0, 120))
  })
