/** Scripts start at the first use or when idle: earlier, they would delay the first paint on slow phones. */

/** Milliseconds after the page has loaded. */
const IDLE = 4000

const { content } = document.currentScript!.previousElementSibling as HTMLTemplateElement
const elements = content.querySelectorAll('link[href*=".element-"]')
const events = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focusin']
const places = new Set<number>()

/** The carousel scrolls by itself, and a resting mouse seems to move: neither is use by the visitor. */
const isUse = ({ type, target, clientX }: Event & Partial<PointerEvent>) =>
  type === 'scroll' ? target === document : type !== 'pointermove' || places.add(clientX!).size > 1

const start = (event?: Event) => {
  if (event && !isUse(event)) return
  for (const type of events) removeEventListener(type, start, true)
  // The scripts run in order; a second call finds none.
  document.body.append(content)
}

for (const type of events) addEventListener(type, start, true)

// Back may lead to an address that earlier scripts rendered: only the address changes, not the page.
const readPath = () => location.pathname + location.search
const path = readPath()
addEventListener('popstate', () => {
  const { dataset } = document.documentElement
  if (path === readPath() || dataset.hydrated) return
  dataset.outdated = 'true'
  location.reload()
})

// These pages change at the start, or scripts scroll them (app/components/ui/scroll-positions.tsx).
const isEarly = document.querySelector('[data-start], dialog[open]') || history.scrollRestoration === 'manual'
addEventListener(
  'load',
  () => {
    // The first frame may come later than the load event.
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
