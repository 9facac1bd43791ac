/** Moves the focus after client-side changes, so that it never falls back to the body. */
import { useLocation, useNavigationType } from '@remix-run/react'
import { useEffect, useLayoutEffect } from 'react'

/** Before the browser paints; React warns about layout effects on the server. */
export const useBrowserEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

export const FIELD = 'input:not([type="hidden"], [type="radio"], [hidden] *)'

let lastFocus: { element: HTMLElement; ancestors: HTMLElement[] } | null = null
let currentPage: string | null = null
let currentKey = ''
/** Addresses and texts of links that were followed, by the key of the history entry with the link. */
const followed = new Map<string, string>()

export function useFocus(): void {
  const { pathname, search, hash, key } = useLocation()
  const page = identifyPage(pathname, search)
  const isBack = useNavigationType() === 'POP'

  useEffect(() => {
    const observer = new MutationObserver(restoreFocus)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('click', rememberLink)
    document.addEventListener('focusin', rememberFocus)
    document.addEventListener('focusout', restoreFocusLater)
    return () => {
      observer.disconnect()
      document.removeEventListener('click', rememberLink)
      document.removeEventListener('focusin', rememberFocus)
      document.removeEventListener('focusout', restoreFocusLater)
    }
  }, [])

  useEffect(() => {
    const isFirst = currentPage === null
    const isNew = !isFirst && currentPage !== page
    currentPage = page
    currentKey = key
    const place = document.getElementById(hash.slice(1))
    // Screen readers do not announce an alert that was in the page from the start.
    const toFocus =
      place?.querySelector(`:scope > form ${FIELD}, :scope > .notice[role]`) ??
      (isFirst && document.querySelector('.notice-bar [role="alert"]'))
    if (findOpenDialog()) restoreFocus()
    else if (toFocus && (isFirst ? isLost() : !place?.contains(document.activeElement))) focus(toFocus, true)
    else if (isNew) {
      // A form keeps the scroll position, so that the heading of another page may be above the window.
      const former = isBack ? findFollowed(key) : undefined
      focus(former ?? place ?? findHeading(), isBack || place !== null)
    } else restoreFocus()
  }, [page, hash, key, isBack])
}

function identifyPage(pathname: string, search: string): string {
  return `${pathname} ${new URLSearchParams(search).get('page') ?? 1}`
}

function rememberLink({ target }: MouseEvent) {
  const link = (target as Element).closest('a')
  if (link) followed.set(currentKey, describeLink(link))
}

function findFollowed(key: string): Element | undefined {
  const wanted = followed.get(key)
  return [...document.querySelectorAll('a')].find((link) => describeLink(link) === wanted && isShown(link))
}

const describeLink = (link: Element) => `${link.getAttribute('href')} ${link.textContent}`

function rememberFocus({ target }: FocusEvent) {
  const element = target as HTMLElement
  const ancestors: HTMLElement[] = []
  for (let one = element.parentElement; one && one !== document.body; one = one.parentElement)
    ancestors.push(one)
  lastFocus = { element, ancestors }
}

function restoreFocusLater() {
  setTimeout(() => {
    if (isLost() && lastFocus && isShown(lastFocus.element)) lastFocus = null
    restoreFocus()
  })
}

const isLost = () => !document.activeElement || document.activeElement === document.body
const isShown = (element: Element) => element.isConnected && (element.checkVisibility?.() ?? true)
const findOpenDialog = () => [...document.querySelectorAll('dialog[open]')].at(-1)
const findHeading = () => document.querySelector('main h1') ?? document.querySelector('main')

function restoreFocus() {
  if (!lastFocus || !isLost() || isShown(lastFocus.element)) return
  // The new page is not rendered yet; its heading gets the focus later.
  if (currentPage !== identifyPage(location.pathname, location.search)) return
  const message = findNext(lastFocus) ?? findMessage()
  if (message) focus(message)
  else focus(findPlace(lastFocus.ancestors) ?? findHeading(), true)
}

function findNext({ element, ancestors }: NonNullable<typeof lastFocus>): Element | undefined {
  const isOfDialog = [element, ...ancestors].some((one) => one.matches('dialog, a[href*="dialog="]'))
  if (!isOfDialog || findOpenDialog()) return undefined
  return [...document.querySelectorAll('[data-after-join]')].find(isShown)
}

function findMessage(): Element | undefined {
  const scope = findOpenDialog() ?? document
  const candidates = ['[aria-invalid="true"]', '.notice[role="alert"]', '.notice[role]'].map((what) =>
    [...scope.querySelectorAll(what)].find(isShown),
  )
  return candidates.find(Boolean)
}

function findPlace(ancestors: HTMLElement[]): Element | undefined {
  const panel = ancestors.find((one) => one.matches('[popover]'))
  if (panel && !isShown(panel))
    return [...document.querySelectorAll(`[popovertarget="${panel.id}"]`)].find(isShown)
  const part = ancestors.find(
    (one) => isShown(one) && one.matches('li, article, section, form, aside, dialog'),
  )
  return part?.querySelector(`form ${FIELD}`) ?? part
}

function focus(element: Element | null | undefined, preventScroll = false) {
  if (!(element instanceof HTMLElement)) return
  // Otherwise screen readers do not read a heading whose text has changed.
  if (document.activeElement === element) element.blur()
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  // A heading is no control, so that a ring would only puzzle who sees it.
  if (element.matches('h1, h2')) element.style.outline = 'none'
  element.focus({ preventScroll })
}
