import { Link } from './link'
import { useId, type ReactNode } from 'react'
import './section.css'

interface SectionProps {
  title: string
  more?: { to: string; label: string }
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
          <Link to={more.to} className="link" aria-describedby={titleId}>
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
