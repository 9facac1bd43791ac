/** The server renders this page into the worker's script; the worker inserts the list of copies. */
import type { ReactNode } from 'react'
import { siteMessages } from '~/messages/site'
import { PlainHeader } from '~/layout/plain-header'
import { EmptyGate } from '~/ui/arches'

export { default as listStyle } from '~/ui/list.css?inline'

const { offline } = siteMessages

export function OfflinePage({ children }: { children: ReactNode }) {
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
          {children}
        </main>
      </body>
    </html>
  )
}

export const CopyList = () => (
  <section className="mt-4">
    <h2>{offline.kept}</h2>
    <ul className="list">{'{items}'}</ul>
  </section>
)

export const CopyItem = () => (
  <li className="list-row items-center">
    <a href="{href}" className="link link-alone">
      {'{title}'}
    </a>{' '}
    <span className="muted list-row-end">{'{time}'}</span>
  </li>
)

export const NoCopies = () => <p className="muted mt-4 text-center">{offline.none}</p>

export const CopyNote = () => (
  <div className="page-width notice-bar">
    <output className="notice notice-warning">
      <span>{offline.copy}</span>
    </output>
  </div>
)
