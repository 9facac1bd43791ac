import { Section } from '~/components/ui/section'
import type { Quote } from '~/domain/catalog/home.server'
import './testimonials.css'
import '~/components/ui/badge.css'

export function Testimonials({ quotes }: { quotes: Quote[] }) {
  if (!quotes.length) return null
  const isDemo = !quotes.some((quote) => quote.is_real)
  return (
    <Section title="What Our Customers Say">
      {isDemo && <Demo />}
      <ul className="testimonials">
        {quotes.map((quote) => (
          <li key={quote.body} className="testimonial">
            {!quote.is_real && !isDemo && <Demo />}
            <blockquote>
              <p className="text-small">{quote.body}</p>
            </blockquote>
            <p className="muted text-small">
              {quote.name}
              <Source {...quote} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Demo = () => (
  <p className="mb-2">
    <span className="badge">Demo</span>
  </p>
)

function Source({ source, source_url, day }: Quote) {
  if (!source || !day) return null
  return (
    <>
      ,{' '}
      {source_url ? (
        <a className="link" href={source_url} rel="noopener nofollow">
          {source}
        </a>
      ) : (
        source
      )}
      , {day}
    </>
  )
}
