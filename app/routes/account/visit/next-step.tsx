import { Icon } from '~/components/ui/icon'
import type { ShownExpectation } from '~/domain/tracking/show-visit'
import './next-step.css'

export const NextStep = ({ expected }: { expected: ShownExpectation | null }) =>
  expected && (
    <details className={expected.isLate ? 'visit-next visit-next-late' : 'visit-next'}>
      <summary>
        {expected.text} <Icon name="chevron" />
      </summary>
      <p className="muted text-small">{expected.range}</p>
    </details>
  )
