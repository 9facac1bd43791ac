/**
 * Starts a page's scripts when somebody uses the page, or when it has been idle for a while: loading them earlier delays the
 * first paint on a slow phone. Until then links and forms work as plain HTML, and custom elements, which are small, by themselves.
 */
import type { PageModules } from './page-modules'

declare const __MODULES__: PageModules
declare global {
  interface Window {
    __remixRouteModules?: Record<string, unknown>
  }
}

/** In ms after the page has loaded. */
const IDLE = 4000

const { manifest, routes, entry, imports, elements, sheet } = __MODULES__
const events = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'scroll', 'focusin']
const capture = { capture: true, passive: true }

function link(rel: string, href: string): HTMLLinkElement {
  const element = document.createElement('link')
  element.rel = rel
  element.href = href
  return element
}

let isStarted = false
const begin = (event?: Event) => {
  // The carousel scrolls itself.
  if (event?.type !== 'scroll' || event.target === document) void start()
}

async function start(): Promise<void> {
  if (isStarted) return
  isStarted = true
  for (const type of events) removeEventListener(type, begin, capture)
  const ahead = link('preload', sheet)
  ahead.as = 'style'
  document.head.append(ahead, ...imports.map((href) => link('modulepreload', href)))
  // As Remix's own <Scripts> does it: first the manifest and the route modules, then the entry, which reads them.
  const names = Object.keys(routes)
  const [, ...modules] = await Promise.all([manifest, ...Object.values(routes)].map((href) => import(href)))
  window.__remixRouteModules = Object.fromEntries(names.map((name, at) => [name, modules[at]]))
  await import(entry)
}

for (const type of events) addEventListener(type, begin, capture)
// Dialogs change when they start, and notices go away.
const isEarly = document.querySelector('[data-start], dialog[open]')
const whenLoaded = () => {
  for (const href of elements) void import(href)
  setTimeout(begin, isEarly ? 0 : IDLE)
}
if (document.readyState === 'complete') whenLoaded()
else addEventListener('load', whenLoaded, { once: true })
