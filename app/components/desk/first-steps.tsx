import { Link } from '~/components/ui/link'
import type { ShopSteps as Steps } from '~/http/desk/today/first-steps.server'
import { Panel } from './panel'
import { StateMark } from './state'

export const ShopFirstSteps = ({ steps, hasSale }: Steps) => (
  <Panel id="steps" title={hasSale ? 'Not done yet' : 'Before the first sale'}>
    <ul className="desk-topics desk-steps">
      {steps.map(({ title, isDone, to }) => (
        <li key={title}>
          <StateMark text={isDone ? 'done' : 'open'} /> {to && !isDone ? <Link to={to}>{title}</Link> : title}
        </li>
      ))}
    </ul>
  </Panel>
)
