import { paths } from '~/paths'
import { ICONS, type IconName } from '~/components/ui/icon-paths'
import { Icon } from '~/components/ui/icon'
import { Section } from '~/components/ui/section'
import { Sums } from '~/components/ui/sums'
import { LONG } from './long-name'
import '~/components/ui/prose.css'

const COLOURS =
  `ground card sunk ink muted line edge action action-strong on-action action-soft marigold marigold-soft
  trust on-trust trust-soft danger danger-soft caution caution-soft`.split(/\s+/)

export function Foundations() {
  return (
    <>
      <Section title="Colours">
        <ul className="buttons">
          {COLOURS.map((name) => (
            <li key={name}>
              <svg width="64" height="40" aria-hidden="true">
                <rect width="64" height="40" fill={`var(--color-${name})`} stroke="var(--color-edge)" />
              </svg>
              <p className="text-small">{name}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Type">
        <div className="prose">
          <p>Page title</p>
          <h2>Heading 2</h2>
          <h3>Heading 3</h3>
          <p>
            Body, with a <a href={paths.styleGuide}>link</a> and Devanagari: आपका स्वागत है। Amounts:{' '}
            <span className="money">Rs. 1,23,456.50</span>
          </p>
          <p>
            <Sums text="Your cashback of Rs. 1,500.00 is confirmed." />
          </p>
          <p className="muted text-small">Muted and small</p>
          <ul>
            <li>One</li>
            <li>{LONG}</li>
          </ul>
        </div>
      </Section>
      <Section title="Icons">
        <ul className="buttons">
          {(Object.keys(ICONS) as IconName[]).map((name) => (
            <li key={name} className="text-small">
              <Icon name={name} /> {name}
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}
