import { Section } from '~/ui/section'
import './testimonials.css'

/** Without testimonials the section is left out (docs/rules.md#16). */
export function Testimonials({ quotes }: { quotes: { id: number; name: string; body: string }[] }) {
  if (!quotes.length) return null
  return (
    <Section title="What Our Customers Say">
      <ul className="testimonials">
        {quotes.map((quote) => (
          <li key={quote.id} className="testimonial">
            <blockquote>
              <p>{quote.body}</p>
            </blockquote>
            <p className="muted text-small">{quote.name}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
