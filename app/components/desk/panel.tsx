import type { ReactNode } from 'react'
import './desk.css'

interface PanelProps {
  /** Of the heading, without its ending `-title`. */
  id: string
  title: ReactNode
  children: ReactNode
  className?: string
}

export const Panel = ({ id, title, children, className = 'desk-panel' }: PanelProps) => (
  <section className={className} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
)
