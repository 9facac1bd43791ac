import { Link } from './link'
import { useId, type ReactNode } from 'react'
import './section.css'

export interface SectionProps {
  title: string
  /** A vague label does not say where the link leads: the title does. */
  more?: { to: string; label: string; isVague?: boolean }
  id?: string
  children: ReactNode
  className?: string
}

export function Section({ title, more, id, children, className = '' }: SectionProps) {
  const titleId = useId()
  return (
    <section className={`section ${className}`.trim()} id={id} aria-labelledby={titleId}>
      <div className="section-head">
        <h2 id={titleId}>{title}</h2>
        {more && (
          <Link to={more.to} className="link" aria-describedby={more.isVague ? titleId : undefined}>
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
