/**
 * Brings a page's scripts to life when somebody uses the page, or when it has been idle for a while: loading them earlier delays the
 * first paint on a slow phone. Until then links and forms work as plain HTML, and custom elements, which are small, by themselves.
 */

/** In ms after the page has loaded. */
const IDLE = 4000

const { content } = document.currentScript!.previousElementSibling as HTMLTemplateElement
const elements = content.querySelectorAll('link[href*=".element-"]')
const events = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focusin']
const places = new Set<number>()

/** The carousel scrolls itself, and browsers report a move where a page appears under a resting mouse. */
const isUse = ({ type, target, clientX }: Event & Partial<PointerEvent>) =>
  type === 'scroll' ? target === document : type !== 'pointermove' || places.add(clientX!).size > 1

const start = (event?: Event) => {
  if (event && !isUse(event)) return
  for (const type of events) removeEventListener(type, start, true)
  // They run in their order. Nothing is left for a second call.
  document.body.append(content)
}

for (const type of events) addEventListener(type, start, true)

// Back can lead to what scripts had shown in this document before it was loaded again: the address changes, and nobody renders it.
const readPath = () => location.pathname + location.search
const path = readPath()
addEventListener('popstate', () => {
  if (path !== readPath() && !document.documentElement.dataset.hydrated) location.reload()
})

// Dialogs change when they start, notices go away, and some pages are scrolled by scripts (app/ui/scroll-positions.tsx).
const isEarly = document.querySelector('[data-start], dialog[open]') || history.scrollRestoration === 'manual'
addEventListener(
  'load',
  () => {
    // After the first frame, which can come later than this event.
    requestAnimationFrame(() =>
      setTimeout(() => {
        for (const element of elements) void import(element.getAttribute('href')!)
        if (isEarly) start()
      }),
    )
    setTimeout(start, IDLE)
  },
  { once: true },
)
