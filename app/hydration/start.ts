/** On use, or when idle: earlier scripts delay the first paint of slow phones. Until then all is HTML. */

/** Milliseconds after loading. */
const IDLE = 4000

const { content } = document.currentScript!.previousElementSibling as HTMLTemplateElement
const elements = content.querySelectorAll('link[href*=".element-"]')
const events = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focusin']
const places = new Set<number>()

/** The carousel scrolls itself, and a resting mouse seems to move. */
const isUse = ({ type, target, clientX }: Event & Partial<PointerEvent>) =>
  type === 'scroll' ? target === document : type !== 'pointermove' || places.add(clientX!).size > 1

const start = (event?: Event) => {
  if (event && !isUse(event)) return
  for (const type of events) removeEventListener(type, start, true)
  // In order. Nothing is left for a second call.
  document.body.append(content)
}

for (const type of events) addEventListener(type, start, true)

// Back may lead to what earlier scripts showed: the address changes, and nobody renders it.
const readPath = () => location.pathname + location.search
const path = readPath()
addEventListener('popstate', () => {
  if (path !== readPath() && !document.documentElement.dataset.hydrated) location.reload()
})

// These change at the start, or are scrolled by scripts (app/ui/scroll-positions.tsx).
const isEarly = document.querySelector('[data-start], dialog[open]') || history.scrollRestoration === 'manual'
addEventListener(
  'load',
  () => {
    // The first frame can come later than this event.
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
