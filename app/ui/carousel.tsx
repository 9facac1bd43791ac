import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { Icon } from './icon'
import { Spaced } from './spaced'

const SPEED_MS = 500
const AUTOPLAY_MS = 3000

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

function move(strip: HTMLElement, by: 1 | -1) {
  const slides = [...strip.children] as HTMLElement[]
  const [first, second, end] = [slides[0], slides[1], slides.at(-1)]
  if (!first || !second || !end) return
  // From the layout, which running animations do not change, unlike scrollWidth.
  const step = second.offsetLeft - first.offsetLeft
  const last = Math.round((end.offsetLeft + end.offsetWidth - first.offsetLeft - strip.clientWidth) / step)
  if (last < 1) return
  const before = strip.scrollLeft
  const next = (Math.round(before / step) + by + last + 1) % (last + 1)
  strip.scrollTo({ left: next * step, behavior: 'instant' })
  if (wantsStillness()) return
  // Scroll snapping would follow the animation; CSS turns it off meanwhile.
  strip.dataset.moving = ''
  const from = `translateX(${strip.scrollLeft - before}px)`
  const way = [{ transform: from }, { transform: 'none' }]
  const ends = slides.map(
    (slide) => slide.animate(way, { duration: SPEED_MS, easing: 'ease-in-out' }).finished,
  )
  void Promise.allSettled(ends).then(() => {
    if (!strip.getAnimations({ subtree: true }).length) delete strip.dataset.moving
  })
}

type Holder = 'pointer' | 'focus' | 'touch'

/** Moves the strip on by itself unless it is stopped, or held by a pointer, a touch or the focus. */
function useAutoplay(ref: RefObject<HTMLDivElement>, stopped: boolean) {
  const [holders, setHolders] = useState<readonly Holder[]>([])
  const hold = (holder: Holder, on: boolean) =>
    setHolders((all) =>
      on ? [...all.filter((one) => one !== holder), holder] : all.filter((one) => one !== holder),
    )
  const playing = !stopped && holders.length === 0

  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => {
      if (ref.current && !wantsStillness()) move(ref.current, 1)
    }, AUTOPLAY_MS)
    return () => clearInterval(timer)
  }, [ref, playing])

  return hold
}

interface CarouselProps {
  label: string
  slides: { key: string | number; content: ReactNode }[]
}

export function Carousel({ label, slides }: CarouselProps) {
  const ref = useRef<HTMLDivElement>(null)
  const ready = useHydrated()
  const [stopped, setStopped] = useState(false)
  const hold = useAutoplay(ref, stopped)

  const arrow = (name: string, by: 1 | -1) => (
    <Arrow name={name} hidden={!ready} onClick={() => ref.current && move(ref.current, by)} />
  )

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing is pressed here: a hand or the keyboard on it holds it still
    <section
      className={`carousel ${slides.length > 4 ? '' : 'carousel-few'}`.trim()}
      aria-roledescription="carousel"
      data-start
      aria-label={label}
      onPointerEnter={(event) => event.pointerType === 'mouse' && hold('pointer', true)}
      onPointerLeave={() => hold('pointer', false)}
      onTouchStart={() => hold('touch', true)}
      onTouchEnd={() => hold('touch', false)}
      onTouchCancel={() => hold('touch', false)}
      onFocus={(event) => hold('focus', event.target.matches(':focus-visible'))}
      onBlur={() => hold('focus', false)}
    >
      {/* Before the moving part, so that Pause comes first in the tab order; CSS places it below. */}
      <div className="carousel-controls">
        <Spaced>
          {arrow('Previous', -1)}
          <button
            type="button"
            className="icon-button carousel-pause"
            hidden={!ready}
            onClick={() => setStopped((was) => !was)}
          >
            <Icon name={stopped ? 'play' : 'pause'} /> {stopped ? 'Play' : 'Pause'}
          </button>
          {arrow('Next', 1)}
        </Spaced>
      </div>
      {/* Not focusable: its links scroll it, and the arrow keys work on each of them. */}
      <div ref={ref} className="carousel-strip">
        {slides.map(({ key, content }, at) => (
          <div
            key={key}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- none of the tags is a slide
            role="group"
            aria-roledescription="slide"
            aria-label={`${at + 1} of ${slides.length}`}
          >
            {content}
          </div>
        ))}
      </div>
    </section>
  )
}

interface ArrowProps {
  name: string
  hidden: boolean
  onClick: () => void
}

function Arrow({ name, hidden, onClick }: ArrowProps) {
  return (
    <button
      type="button"
      className={`icon-button carousel-arrow carousel-${name.toLowerCase()}`}
      hidden={hidden}
      onClick={onClick}
    >
      <Icon name="chevron" />
      <span className="sr-only">{name}</span>
    </button>
  )
}
