import type { ReactNode } from 'react'
import './facts.css'

export function FactList({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
