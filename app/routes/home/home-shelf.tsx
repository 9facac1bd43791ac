import { Link } from '~/components/ui/link'
import type { ReactNode } from 'react'
import { Section, type SectionProps } from '~/components/ui/section'
import { togglePath, type Shelf } from '~/domain/catalog/home'
import './home-shelf.css'

interface HomeShelfProps {
  shelf: Shelf
  title: string
  more: SectionProps['more']
  open: readonly Shelf[]
  part: { items: readonly unknown[]; more: boolean }
  band?: boolean
  empty: ReactNode
  children: ReactNode
}

export function HomeShelf({ shelf, title, more, open, part, band, empty, children }: HomeShelfProps) {
  const label = open.includes(shelf) ? 'Show Less' : 'Show More'
  return (
    <Section
      title={title}
      more={more}
      id={shelf}
      className={band ? 'section-shelf section-band' : 'section-shelf'}
    >
      {part.items.length ? children : empty}
      {part.more && (
        <p className="section-more">
          <Link
            to={togglePath(open, shelf)}
            preventScrollReset
            className="button"
            aria-label={`${label}: ${title}`}
          >
            {label}
          </Link>
        </p>
      )}
    </Section>
  )
}
