import { Icon } from '~/ui/icon'

const WORDS = [
  'Free to join, free of fees',
  'Cashback on every successful purchase',
  'Withdraw to your bank account or UPI',
  'Earn 20% of what a friend earns',
  'The rate you click is the rate you get',
]

/** The strip that runs, in plain CSS: it stops under the pointer and when the box is ticked, also without scripts. */
export function Marquee() {
  return (
    <section className="marquee" aria-label="In short">
      <div className="marquee-window">
        <div className="marquee-track">
          <Words />
          {/* The second copy follows the first without a gap. */}
          <Words copy />
        </div>
      </div>
      <label className="marquee-pause">
        <input type="checkbox" />
        <Icon name="pause" /> Pause
      </label>
    </section>
  )
}

const Words = ({ copy }: { copy?: boolean }) => (
  <ul className={copy ? 'marquee-copy' : undefined} aria-hidden={copy}>
    {WORDS.map((words) => (
      <li key={words}>{words}</li>
    ))}
  </ul>
)
