import './next-step.css'

export interface Expected {
  /** 'Confirmed by 6 Jan 2027', 'Confirmation is later than usual' */
  text: string
  /** 'Half of all orders by 24 Dec 2026, nine of ten by 6 Jan 2027.' */
  range: string
  isLate: boolean
}

/** The next date; the range on demand. Null: nothing is known of it, or the visit has ended. */
export const NextStep = ({ expected }: { expected: Expected | null }) =>
  expected && (
    <details className={expected.isLate ? 'visit-next visit-next-late' : 'visit-next'}>
      <summary>{expected.text}</summary>
      <p className="muted text-small">{expected.range}</p>
    </details>
  )
