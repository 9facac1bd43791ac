import type { ReactNode } from 'react'
import { Link } from '~/ui/link'
import '~/ui/page-form.css'

export const NewsletterPage = ({
  title = 'Newsletter',
  children,
}: {
  title?: string
  children: ReactNode
}) => (
  <main id="main" className="page-form">
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
