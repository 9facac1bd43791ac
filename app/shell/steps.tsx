import { Icon } from '~/ui/icon'
import { Section } from '~/ui/section'

const STEPS = [
  {
    icon: 'bag',
    title: '1. Sign up and shop',
    text: 'Find a store here and follow our link to it. Pay there as always.',
  },
  {
    icon: 'wallet',
    title: '2. Earn cashback',
    text: 'Cashback is added to your wallet on every successful purchase.',
  },
  {
    icon: 'bank',
    title: '3. Withdraw',
    text: 'Take what you have earned out to your bank account or UPI.',
  },
]

/** How it works, in three steps. */
export function Steps() {
  return (
    <Section title="How It Works">
      <ol className="steps">
        {STEPS.map(({ icon, title, text }) => (
          <li key={title} className="card step">
            <Icon name={icon} />
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
