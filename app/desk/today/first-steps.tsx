import { Link } from '~/ui/link'
import type { Steps } from './first-steps.server'
import '../views/desk.css'

export const FirstSteps = ({ steps, hasSale }: Steps) => (
  <section className="desk-panel" aria-labelledby="steps-title">
    <h2 id="steps-title">{hasSale ? 'Not done yet' : 'Before the first sale'}</h2>
    <ul className="desk-topics desk-steps">
      {steps.map(({ title, isDone, to }) => (
        <li key={title}>
          <span className={`desk-state desk-state-${isDone ? 'good' : 'open'}`}>
            {isDone ? 'done' : 'open'}
          </span>{' '}
          {to && !isDone ? <Link to={to}>{title}</Link> : title}
        </li>
      ))}
    </ul>
  </section>
)
