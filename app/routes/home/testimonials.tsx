import { Section } from '~/components/ui/section'
import type { Quote } from '~/domain/catalog/home.server'
import './testimonials.css'
import '~/components/ui/badge.css'

export function Testimonials({ quotes }: { quotes: Quote[] }) {
  if (!quotes.length) return null
  return (
    <Section title="What Our Customers Say">
      {quotes.some((quote) => quote.is_demo) && (
        <p className="mb-2">
          <span className="badge">Demo</span>
        </p>
      )}
      <ul className="testimonials">
        {quotes.map((quote) => (
          <li key={quote.body} className="testimonial">
            <blockquote>
              <p className="text-small">{quote.body}</p>
            </blockquote>
            <p className="muted text-small">{quote.name}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
