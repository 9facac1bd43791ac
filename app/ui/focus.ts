/** Keeps it from falling back to the body. */
import { useLocation } from '@remix-run/react'
import { useEffect, useLayoutEffect } from 'react'

/** Before the browser paints; React warns about layout effects on the server. */
export const useBrowserEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

export const FIELD = 'input:not([type="hidden"], [type="radio"], [hidden] *)'

let lastFocus: { element: HTMLElement; around: HTMLElement[] } | null = null
let currentPage: string | null = null

export function useFocus(): void {
  const { pathname, search, hash, key } = useLocation()
  const page = identifyPage(pathname, search)

  useEffect(() => {
    const observer = new MutationObserver(settle)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', hold)
    document.addEventListener('focusout', letGo)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', hold)
      document.removeEventListener('focusout', letGo)
    }
  }, [])

  useEffect(() => {
    const isFirst = currentPage === null
    const isNew = !isFirst && currentPage !== page
    currentPage = page
    const place = document.getElementById(hash.slice(1))
    // An alert that came with the page is not read out.
    const named =
      place?.querySelector(`:scope > form ${FIELD}, :scope > .notice[role]`) ??
      (isFirst && document.querySelector('.notice-bar [role="alert"]'))
    if (openDialog()) settle()
    else if (named && (isFirst ? isLost() : !place?.contains(document.activeElement))) focus(named, true)
    else if (isNew) focus(place ?? heading(), true)
    else settle()
  }, [page, hash, key])
}

function identifyPage(pathname: string, search: string): string {
  return `${pathname} ${new URLSearchParams(search).get('page') ?? 1}`
}

function hold({ target }: FocusEvent) {
  const element = target as HTMLElement
  const around: HTMLElement[] = []
  for (let one = element.parentElement; one && one !== document.body; one = one.parentElement)
    around.push(one)
  lastFocus = { element, around }
}

function letGo() {
  setTimeout(() => {
    if (isLost() && lastFocus && isShown(lastFocus.element)) lastFocus = null
    settle()
  })
}

const isLost = () => !document.activeElement || document.activeElement === document.body
const isShown = (element: Element) => element.isConnected && (element.checkVisibility?.() ?? true)
const openDialog = () => [...document.querySelectorAll('dialog[open]')].at(-1)
const heading = () => document.querySelector('main h1') ?? document.querySelector('main')

function settle() {
  if (!lastFocus || !isLost() || isShown(lastFocus.element)) return
  // Not rendered yet; its heading gets the focus later.
  if (currentPage !== identifyPage(location.pathname, location.search)) return
  const answer = findNext(lastFocus) ?? findAnswer()
  if (answer) focus(answer)
  else focus(findPlace(lastFocus.around) ?? heading(), true)
}

function findNext({ element, around }: NonNullable<typeof lastFocus>): Element | undefined {
  const isOfDialog = [element, ...around].some((one) => one.matches('dialog, a[href*="dialog="]'))
  if (!isOfDialog || openDialog()) return undefined
  return [...document.querySelectorAll('[data-after-join]')].find(isShown)
}

function findAnswer(): Element | undefined {
  const scope = openDialog() ?? document
  const candidates = ['[aria-invalid="true"]', '.notice[role="alert"]', '.notice[role]'].map((what) =>
    [...scope.querySelectorAll(what)].find(isShown),
  )
  return candidates.find(Boolean)
}

function findPlace(around: HTMLElement[]): Element | undefined {
  const panel = around.find((one) => one.matches('[popover]'))
  if (panel && !isShown(panel))
    return [...document.querySelectorAll(`[popovertarget="${panel.id}"]`)].find(isShown)
  const part = around.find((one) => isShown(one) && one.matches('li, article, section, form, aside, dialog'))
  return part?.querySelector(`form ${FIELD}`) ?? part
}

function focus(element: Element | null | undefined, still = false) {
  if (!(element instanceof HTMLElement)) return
  // Otherwise screen readers do not read a heading whose text has changed.
  if (document.activeElement === element) element.blur()
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: still })
}
