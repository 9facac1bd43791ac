/** What stands in place of a page that could not be: plain words by status, and the way home. */
import { isRouteErrorResponse } from '@remix-run/react'

const WORDS: Record<number, [title: string, text: string]> = {
  400: ['That did not arrive whole', 'Please go back and try once more.'],
  403: ['This did not come from our own page', 'Please open the page anew and send the form again.'],
  404: ['Page not found', 'There is nothing at this address.'],
  405: ['That cannot be done here', 'Please go back and try another way.'],
  413: ['That was too much at once', 'Please go back and send less.'],
  415: ['We cannot read that', 'Please go back and use the form of the page.'],
}

const BUG: [string, string] = [
  'Something went wrong!',
  'It is our fault, not yours. Please try again in a moment.',
]

export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const [title, text] = WORDS[status] ?? BUG
  return (
    <main id="main" className="error-page">
      <h1 className="page-title">{title}</h1>
      <p>{text}</p>
      <p>
        <a href="/" className="button button-primary">
          Go to the home page
        </a>
      </p>
    </main>
  )
}
