import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { publicPage } from '~/http/page'
import { Steps } from '~/shell/steps'
import { Icon } from '~/ui/icon'
import { DialogLink } from '~/ui/link'
import { Section } from '~/ui/section'

export { headers } from '~/http/page'

export const meta: MetaFunction = () => [
  { title: 'Refer and Earn | DealDwaar' },
  {
    name: 'description',
    content: 'Share DealDwaar with friends and earn 20% of the cashback they earn.',
  },
]

export const loader = ({ request }: LoaderFunctionArgs) => publicPage(null, { request })

const REASONS = [
  { icon: 'share', title: 'Share your code', text: 'Every account has one. Send it by WhatsApp or SMS.' },
  { icon: 'user', title: 'Your friend joins', text: 'With your code in the sign-up form.' },
  { icon: 'wallet', title: 'You earn 20%', text: 'Of all the cashback your friend earns.' },
]

export default function HowItWorks() {
  return (
    <main id="main" className="page">
      <header className="banner banner-2 hero">
        <h1>Refer and Earn</h1>
        <p>Earn 20% of your friends’ earnings, for as long as they shop.</p>
        <DialogLink name="refer" className="button">
          <Icon name="share" />
          Share Now
        </DialogLink>
      </header>
      <Section title="Share and Earn">
        <ol className="steps">
          {REASONS.map(({ icon, title, text }) => (
            <li key={title} className="card step">
              <Icon name={icon} />
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Steps />
    </main>
  )
}
