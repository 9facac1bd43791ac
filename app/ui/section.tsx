import { Link } from '@remix-run/react'
import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: string
  /** The link beside the title. */
  more?: { to: string; label: string }
  children: ReactNode
  className?: string
}

/** A titled part of a page. */
export function Section({ title, more, children, className = '' }: SectionProps) {
  const id = useId()
  return (
    <section className={`section ${className}`.trim()} aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
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
