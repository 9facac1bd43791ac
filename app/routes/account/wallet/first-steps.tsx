import { paths } from '~/paths'
import { Link } from '~/components/ui/link'
import './first-steps.css'

const STEPS: [title: string, text: string][] = [
  ['Choose a deal', 'Press Get Deal: that locks its rate for your visit.'],
  ['Shop as usual', 'Order and pay on the store’s own site, in the same browser.'],
  ['Withdraw', 'Cashback appears here as pending, and is yours once the store confirms it.'],
]

export const FirstSteps = () => (
  <section className="panel first-steps" aria-labelledby="first-steps-title">
    <h2 id="first-steps-title">Your first cashback in three steps</h2>
    <ol>
      {STEPS.map(([title, text]) => (
        <li key={title}>
          <h3>{title}</h3>
          <p className="muted">{text}</p>
        </li>
      ))}
    </ol>
    <Link to={paths.deals} className="button button-primary">
      See All Deals
    </Link>
  </section>
)
