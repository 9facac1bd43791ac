import { Icon } from '~/components/ui/icon'
import './marquee.css'

const listWords = (share: string) => [
  'Free to join, free of fees',
  'Cashback on every successful purchase',
  'Withdraw to your bank account or UPI',
  `Earn ${share} of what a friend earns`,
  'The rate you click is the rate you get',
]

export function Marquee({ referralShare }: { referralShare: string }) {
  const words = listWords(referralShare)
  return (
    <section className="marquee" aria-label="In short">
      <div className="marquee-window">
        <div className="marquee-track">
          <MarqueeWords words={words} />
          <MarqueeWords words={words} copy />
        </div>
      </div>
      <label className="marquee-pause">
        <input type="checkbox" />
        <Icon name="pause" /> Pause
      </label>
    </section>
  )
}

const MarqueeWords = ({ words, copy }: { words: string[]; copy?: boolean }) => (
  <ul className={copy ? 'marquee-copy' : undefined} aria-hidden={copy}>
    {words.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
)
