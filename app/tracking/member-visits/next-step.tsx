import './next-step.css'

export interface Expected {
  /** 'Tracked by 28 Nov 2026' */
  text: string
  /** How usual that is: 'Half of all orders by 24 Nov 2026, nine of ten by 28 Nov 2026'. */
  range: string
}

/** The next date; the range on demand. Null: nothing is known of it, or the visit has ended. */
export const NextStep = ({ expected }: { expected: Expected | null }) =>
  expected && (
    <details className="visit-next">
      <summary>{expected.text}</summary>
      <p className="muted text-small">{expected.range}</p>
    </details>
  )
