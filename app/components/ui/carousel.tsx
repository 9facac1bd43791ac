import type { ReactNode } from 'react'
import './carousel.element'
import { Icon } from './icon'
import { Spaced } from './spaced'
import { getUncontrolledProps } from './uncontrolled'
import './carousel.css'

interface CarouselProps {
  label: string
  slides: { key: string | number; content: ReactNode }[]
}

export function Carousel({ label, slides }: CarouselProps) {
  return (
    <section
      className={`carousel ${slides.length > 4 ? '' : 'carousel-few'}`.trim()}
      aria-roledescription="carousel"
      aria-label={label}
    >
      <carousel-controls class="carousel-controls">
        <Spaced>
          <Arrow name="Previous" />
          <button type="button" className="icon-button carousel-pause">
            <Icon name="pause" then="play" /> <span {...getUncontrolledProps('Pause')} />
          </button>
          <Arrow name="Next" />
        </Spaced>
      </carousel-controls>
      {/* Not focusable: its links scroll it. */}
      <div className="carousel-strip">
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

const Arrow = ({ name }: { name: string }) => (
  <button type="button" className={`icon-button carousel-arrow carousel-${name.toLowerCase()}`}>
    <Icon name="chevron" />
    <span className="sr-only">{name}</span>
  </button>
)
