import './next-step.css'

export interface ShownExpectation {
  text: string
  range: string
  isLate: boolean
}

export const NextStep = ({ expected }: { expected: ShownExpectation | null }) =>
  expected && (
    <details className={expected.isLate ? 'visit-next visit-next-late' : 'visit-next'}>
      <summary>{expected.text}</summary>
      <p className="muted text-small">{expected.range}</p>
    </details>
  )
