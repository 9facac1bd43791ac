import { Link } from '@remix-run/react'
import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: string
  /** The link beside the title. */
  more?: { to: string; label: string }
  /** What a link to this part of the page names. */
  id?: string
  children: ReactNode
  className?: string
}

/** A titled part of a page. */
export function Section({ title, more, id, children, className = '' }: SectionProps) {
  const titleId = useId()
  return (
    <section className={`section ${className}`.trim()} id={id} aria-labelledby={titleId}>
      <div className="section-head">
        <h2 id={titleId}>{title}</h2>
        {more && (
          <Link to={more.to} className="link">
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
