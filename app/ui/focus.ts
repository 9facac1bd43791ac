/**
 * Where the focus goes when the page changes under it without a new document. A page change moves it to the page's
 * heading, which is how a screen reader tells of it. What had the focus and is gone leaves it to what the change was
 * about; it never falls to the body, where the keyboard would begin anew at the top.
 */
import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'

/** The element that last had the focus and what stood around it, innermost first. */
let held: { element: HTMLElement; around: HTMLElement[] } | null = null
/** The page that was last shown; null before the first. */
let shown: string | null = null

/** Call it once, in whatever stands at the root of the document. */
export function useFocus(): void {
  const { pathname, search, hash, key } = useLocation()
  const page = pageOf(pathname, search)

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
    const isNew = shown !== null && shown !== page
    shown = page
    // A dialog takes the focus by itself.
    if (isNew && !openDialog()) focus(document.getElementById(hash.slice(1)) ?? heading(), true)
    else settle()
  }, [page, hash, key])
}

/** Two addresses are one page unless their paths differ, or the page of a list: the rest shows or hides a part. */
function pageOf(pathname: string, search: string): string {
  return `${pathname} ${new URLSearchParams(search).get('page') ?? 1}`
}

function hold({ target }: FocusEvent) {
  const element = target as HTMLElement
  const around: HTMLElement[] = []
  for (let one = element.parentElement; one && one !== document.body; one = one.parentElement)
    around.push(one)
  held = { element, around }
}

/** What is left and still there was left by the person: then the focus is wanted nowhere. */
function letGo() {
  setTimeout(() => {
    if (isLost() && held && isShown(held.element)) held = null
    settle()
  })
}

const isLost = () => !document.activeElement || document.activeElement === document.body
const isShown = (element: Element) => element.isConnected && (element.checkVisibility?.() ?? true)
const openDialog = () => [...document.querySelectorAll('dialog[open]')].at(-1)
const heading = () => document.querySelector('main h1') ?? document.querySelector('main')

function settle() {
  if (!held || !isLost() || isShown(held.element)) return
  // The next page is there, and its heading's turn comes with it.
  if (shown !== pageOf(location.pathname, location.search)) return
  const answer = findNext(held) ?? findAnswer()
  if (answer) focus(answer)
  else focus(findPlace(held.around) ?? heading(), true)
}

/** After a sign-up dialog has closed: the link that needed the account. The notice is announced by itself. */
function findNext({ element, around }: NonNullable<typeof held>): Element | undefined {
  const isOfDialog = [element, ...around].some((one) => one.matches('dialog, a[href*="dialog="]'))
  if (!isOfDialog || openDialog()) return undefined
  return [...document.querySelectorAll('[data-after-join]')].find(isShown)
}

/** What a change has to say: a field that is wrong, else a notice. */
function findAnswer(): Element | undefined {
  const scope = openDialog() ?? document
  const found = ['[aria-invalid="true"]', '.notice[role="alert"]', '.notice[role]'].map((what) =>
    [...scope.querySelectorAll(what)].find(isShown),
  )
  return found.find(Boolean)
}

/** Where the person was: the button of a panel that has closed, a form that has opened, or the part that is left. */
function findPlace(around: HTMLElement[]): Element | undefined {
  const panel = around.find((one) => one.matches('[popover]'))
  if (panel && !isShown(panel))
    return [...document.querySelectorAll(`[popovertarget="${panel.id}"]`)].find(isShown)
  const part = around.find((one) => isShown(one) && one.matches('li, article, section, form, aside, dialog'))
  return part?.querySelector('form :is(input:not([type="hidden"]), select, textarea)') ?? part
}

/** @param still The view does not scroll to it. */
function focus(element: Element | null | undefined, still = false) {
  if (!(element instanceof HTMLElement)) return
  // Else the same heading with another text would not be read again.
  if (document.activeElement === element) element.blur()
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: still })
}
