/** Moves the strip every 3 s, unless it is paused or held by pointer, touch or focus (docs/rules.md#12). */
const SPEED_MS = 500
const AUTOPLAY_MS = 3000

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

function move(strip: HTMLElement, by: 1 | -1) {
  const slides = [...strip.children] as HTMLElement[]
  const [first, second, end] = [slides[0], slides[1], slides.at(-1)]
  if (!first || !second || !end) return
  const step = second.offsetLeft - first.offsetLeft
  const last = Math.round((end.offsetLeft + end.offsetWidth - first.offsetLeft - strip.clientWidth) / step)
  if (last < 1) return
  const before = strip.scrollLeft
  const next = (Math.round(before / step) + by + last + 1) % (last + 1)
  strip.scrollTo({ left: next * step, behavior: 'instant' })
  if (wantsStillness()) return
  // Scroll snapping would follow the animation.
  strip.style.scrollSnapType = 'none'
  const from = `translateX(${strip.scrollLeft - before}px)`
  const way = [{ transform: from }, { transform: 'none' }]
  const ends = slides.map(
    (slide) => slide.animate(way, { duration: SPEED_MS, easing: 'ease-in-out' }).finished,
  )
  void Promise.allSettled(ends).then(() => {
    if (!strip.getAnimations({ subtree: true }).length) strip.style.scrollSnapType = ''
  })
}

type Holder = 'stop' | 'pointer' | 'focus' | 'touch'

function play(controls: HTMLElement, signal: AbortSignal) {
  const section = controls.parentElement!
  const strip = controls.nextElementSibling as HTMLElement
  const [previous, pause, next] = controls.querySelectorAll('button')
  const path = pause!.querySelector('path')!
  const icon = path.getAttribute('d')!
  const holders = new Set<Holder>()
  let timer: ReturnType<typeof setInterval> | undefined

  const advance = () => {
    if (!wantsStillness()) move(strip, 1)
  }
  const hold = (holder: Holder, on: boolean) => {
    if (on) holders.add(holder)
    else holders.delete(holder)
    if (!holders.size) return void (timer ??= setInterval(advance, AUTOPLAY_MS))
    clearInterval(timer)
    timer = undefined
  }
  const on = <Type extends keyof HTMLElementEventMap>(
    target: HTMLElement | undefined,
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ) => target?.addEventListener(type, listener, { signal, passive: true })

  on(previous, 'click', () => move(strip, -1))
  on(next, 'click', () => move(strip, 1))
  on(pause, 'click', () => {
    const stops = !holders.has('stop')
    path.setAttribute('d', stops ? path.dataset['then']! : icon)
    pause!.querySelector('span')!.textContent = stops ? 'Play' : 'Pause'
    hold('stop', stops)
  })
  on(section, 'pointerenter', ({ pointerType }) => pointerType === 'mouse' && hold('pointer', true))
  on(section, 'pointerleave', () => hold('pointer', false))
  on(section, 'touchstart', () => hold('touch', true))
  on(section, 'touchend', () => hold('touch', false))
  on(section, 'touchcancel', () => hold('touch', false))
  on(section, 'focusin', ({ target }) => hold('focus', (target as Element).matches(':focus-visible')))
  on(section, 'focusout', () => hold('focus', false))
  signal.addEventListener('abort', () => clearInterval(timer))
  hold('stop', false)
}

if (!import.meta.env.SSR)
  customElements.define(
    'carousel-controls',
    class extends HTMLElement {
      #gone = new AbortController()

      connectedCallback() {
        this.#gone = new AbortController()
        play(this, this.#gone.signal)
      }

      disconnectedCallback() {
        this.#gone.abort()
      }
    },
  )

export {}
