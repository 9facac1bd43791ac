import type { ShownExpectation } from '~/domain/tracking/show-visit'
import './next-step.css'

export const NextStep = ({ expected }: { expected: ShownExpectation | null }) =>
  expected && (
    <details className={expected.isLate ? 'visit-next visit-next-late' : 'visit-next'}>
      <summary>{expected.text}</summary>
      <p className="muted text-small">{expected.range}</p>
    </details>
  )
