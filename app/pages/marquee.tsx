import { Icon } from '~/ui/icon'
import { once } from '~/ui/once'

const WORDS = [
  'Free to join, free of fees',
  'Cashback on every successful purchase',
  'Withdraw to your bank account or UPI',
  'Earn 20% of what a friend earns',
  'The rate you click is the rate you get',
]

/** CSS only: pauses on hover and while the box is ticked. */
export const Marquee = once(function Marquee() {
  return (
    <section className="marquee" aria-label="In short">
      <div className="marquee-window">
        <div className="marquee-track">
          <Words />
          <Words copy />
        </div>
      </div>
      <label className="marquee-pause">
        <input type="checkbox" />
        <Icon name="pause" /> Pause
      </label>
    </section>
  )
})

const Words = ({ copy }: { copy?: boolean }) => (
  <ul className={copy ? 'marquee-copy' : undefined} aria-hidden={copy}>
    {WORDS.map((words) => (
      <li key={words}>{words}</li>
    ))}
  </ul>
)
