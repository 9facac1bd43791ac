import { Link } from '~/components/ui/link'
import type { ReactNode } from 'react'
import { Section, type SectionProps } from '~/components/ui/section'
import { togglePath, type HomeList } from '~/domain/catalog/home'
import './list-section.css'

interface ListSectionProps {
  list: HomeList
  title: string
  more: SectionProps['more']
  open: readonly HomeList[]
  part: { items: readonly unknown[]; more: boolean }
  band?: boolean
  empty: ReactNode
  children: ReactNode
}

export function ListSection({ list, title, more, open, part, band, empty, children }: ListSectionProps) {
  const label = open.includes(list) ? 'Show Less' : 'Show More'
  return (
    <Section
      title={title}
      more={more}
      id={list}
      className={band ? 'list-section section-band' : 'list-section'}
    >
      {part.items.length ? children : empty}
      {part.more && (
        <p className="section-more">
          <Link
            to={togglePath(open, list)}
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
