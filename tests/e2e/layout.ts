// Measures layout defects: cut-off text and controls, low targets, content hidden by the header.
import type { Page } from '../support/e2e'

/** Simulates the browser's text size, in percent. */
export const setTextSize = (page: Page, percent: number) =>
  page.evaluate((percent) => {
    document.documentElement.style.fontSize = percent === 100 ? '' : `${percent}%`
  }, percent)

/** Texts, images and controls that extend beyond the window or a clipping box. Scrollable rows are ignored. */
export const cutOff = (page: Page) =>
  page.evaluate(() => {
    const SCROLLERS = '.carousel-strip, .store-strip, .marquee-window, .desk-scroll, .desk-nav, .account-tabs'
    const viewport = document.documentElement.clientWidth
    const found = new Set<string>()
    type Edges = { left: number; right: number } | null
    const known = new Map<Element, Edges>()
    /** Horizontal limits for the content of an element. */
    const edgesIn = (element: Element | null): Edges => {
      if (!element || element === document.body) return { left: 0, right: viewport }
      let edges = known.get(element)
      if (edges !== undefined) return edges
      edges = measureEdges(element)
      if (edges && getComputedStyle(element).overflowX !== 'visible') {
        const box = element.getBoundingClientRect()
        edges = { left: Math.max(edges.left, box.left), right: Math.min(edges.right, box.right) }
      }
      known.set(element, edges)
      return edges
    }
    /** Null inside a scroller, and for visually hidden boxes. */
    const measureEdges = (element: Element): Edges => {
      const { clipPath, position } = getComputedStyle(element)
      if (element.matches(SCROLLERS) || clipPath !== 'none') return null
      return edgesIn(position === 'fixed' ? null : element.parentElement)
    }
    const check = (element: Element, rects: Iterable<DOMRect>, name: () => string) => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return
      for (const { left, right, width, height, bottom } of rects) {
        if (width <= 1 || !height || bottom + scrollY < 0) continue
        const edges = measureEdges(element)
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

/** Links and buttons lower than 44 px (24 px at the desk, whose tables are dense), or than 24 px inside a sentence. */
export const lowTargets = (page: Page) =>
  page.evaluate(() => {
    const least = document.querySelector('.desk-header') ? 24 : 43.5
    const TARGETS =
      'a[href], button, summary, select, input:not([type=hidden]), label.checkbox, label.withdraw-choice'
    /** Whether text precedes or follows it on the same line. */
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
        // The whole label or card is the target.
        if (element.matches('label input, .stretched')) return false
        return height < (inSentence(element) ? 24 : least)
      })
      .map(
        (element) =>
          `${Math.round(element.getBoundingClientRect().height)} px: ${element.outerHTML.slice(0, 120)}`,
      )
  })

/** The focused element and notices, if the sticky header covers them. */
export const belowHeader = (page: Page) =>
  page.evaluate(() => {
    // The header of the desk is not sticky.
    const header = document.querySelector('.header')?.getBoundingClientRect() ?? { bottom: 0 }
    return [document.activeElement, ...document.querySelectorAll('main .notice, .notice-bar')]
      .filter((element) => element instanceof HTMLElement && element !== document.body)
      .filter((element) => element!.closest('.header, dialog, .popover') === null)
      .filter((element) => element!.getBoundingClientRect().top < header.bottom - 1)
      .map((element) => element!.outerHTML.slice(0, 120))
  })
