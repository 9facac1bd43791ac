/** The document and what stands on every page: header, notice, the page, footer, and the dialog that the URL names. */
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useNavigation } from '@remix-run/react'
import { useContext, useEffect, type ReactNode } from 'react'
import { Dialogs } from './dialogs'
import { DocumentContext } from './document'
import { takeFlash } from './http/flash.server'
import { csrfToken } from './http/guard.server'
import { readSession } from './http/session.server'
import { useRoot } from './root-data'
import { NoticeBar } from './ui/notice'

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await readSession(request)
  const { flash, end } = takeFlash(request)
  return data(
    {
      user: session && { id: session.user.id, username: session.user.username },
      csrf: session && csrfToken(session.tokenHash),
      flash,
    },
    { headers: end ? { 'Set-Cookie': end } : {} },
  )
}

export function Layout({ children }: { children: ReactNode }) {
  const { css, marker } = useContext(DocumentContext)
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={marker} />
        <Scripts nonce={marker} />
      </body>
    </html>
  )
}

export default function App() {
  const { flash } = useRoot()
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true'
  }, [])
  return (
    <>
      <Loading />
      <NoticeBar notice={flash?.notice} />
      <Outlet />
      <Dialogs />
    </>
  )
}

/** What the page says while a client-side navigation is under way (decisions.md 8). */
function Loading() {
  const busy = useNavigation().state !== 'idle'
  return <output className="loading">{busy && 'Loading...'}</output>
}
