import type { ReactNode } from 'react'
import { Link } from '~/ui/link'

export const NewsletterPage = ({
  title = 'Newsletter',
  children,
}: {
  title?: string
  children: ReactNode
}) => (
  <main id="main" className="page page-narrow">
    <div className="panel stack">
      <h1>{title}</h1>
      {children}
      <p>
        <Link to="/" className="button">
          Go to the home page
        </Link>
      </p>
    </div>
  </main>
)
