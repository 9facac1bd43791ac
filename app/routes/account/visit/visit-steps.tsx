import { Icon } from '~/components/ui/icon'
import type { ShownStep } from '~/domain/tracking/show-visit'
import { STATE_WORDS } from '~/domain/tracking/visit-states'
import { STATE_ICONS } from '~/components/account/visit-chip'
import './visit-steps.css'

export const VisitSteps = ({ steps }: { steps: ShownStep[] }) => (
  <ol className="visit-steps">
    {steps.map(({ state, date, isDone }) => (
      <li key={state} className={isDone ? `visit-step visit-step-${state}` : 'visit-step visit-step-ahead'}>
        <Icon name={STATE_ICONS[state]} />{' '}
        <span>
          <b>{STATE_WORDS[state]}</b>
          <br />
          <span className="visit-step-date">{describeDate(date, isDone)}</span>
        </span>
      </li>
    ))}
  </ol>
)

const describeDate = (date: string | null, isDone: boolean) =>
  date === null ? 'not yet' : isDone ? date : `from ${date}`
