/** The server renders this page into the worker's script. */
import { siteMessages } from '~/messages/site'
import { PlainHeader } from '~/components/layout/plain-header'
import { EmptyGate } from '~/components/ui/arches'

const { offline } = siteMessages

export function OfflinePage() {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <title>{`${offline.title} | DealDwaar`}</title>
        <style dangerouslySetInnerHTML={{ __html: '' }} />
      </head>
      <body>
        <PlainHeader />
        <main id="main" className="page page-narrow">
          <div className="empty empty-page">
            <EmptyGate />
            <h1>{offline.title}</h1>
            <p>{offline.text}</p>
            <p className="buttons">
              {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the address that could not be reached */}
              <a href="" className="button button-primary">
                Try again
              </a>
            </p>
          </div>
        </main>
      </body>
    </html>
  )
}
