import '~/components/layout/styles'
import {
  data,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Links, Meta, Outlet, useLocation, useRouteError, useSearchParams } from '@remix-run/react'
import { useContext, useEffect, type ReactNode } from 'react'
import { DocumentContext } from '~/components/ui/document-context'
import { PRIVATE, RETRY_AFTER } from '~/platform/config/caching'
import { useClearPendingPage } from './http/form/client-action'
import { isDeskPage } from './http/urls'
import { siteMessages } from './messages/site'
import { failure } from '~/messages/notice'
import { useServiceWorker } from '~/components/document/use-service-worker'
import { useOptionalRoot, useRememberRoot, useRoot } from '~/components/layout/root-data'
import { ErrorPage } from '~/components/layout/error-page'
import { DeskPage, PageLayout } from '~/components/layout/page-layout'
import { useHeaderRefresh } from '~/components/layout/use-header-refresh'
import { pageMeta } from '~/components/layout/page-meta'
import { readDialogName, usePreloadDialogs } from '~/components/layout/open-dialog'
import { PageScripts } from '~/components/document/page-scripts'
import { readRoot } from '~/components/layout/root-data.server'
import { useFocus } from '~/components/ui/focus'
import { PageStyle } from '~/components/ui/page-style'
import { ScrollPositions } from '~/components/ui/scroll-positions'
import './root.css'
import dialogStyle from '~/components/layout/dialogs.css?url'
import memberStyle from '~/components/layout/members.css?url'
import specialMedia from '~/components/ui/special-media.css?url'

export { shouldRevalidate } from './http/form/revalidation'

export async function loader({ request }: LoaderFunctionArgs) {
  const { content, cookies, isComplete } = await readRoot(request)
  const headers = new Headers(isComplete ? {} : { 'Cache-Control': PRIVATE, 'Retry-After': RETRY_AFTER })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return data(content, { headers })
}

/** Headers of a page whose layout lacks data: it must not be cached, whatever the route says (app/http/page.ts). */
export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const result = new Headers()
  for (const name of ['Cache-Control', 'Retry-After']) {
    const value = loaderHeaders.get(name)
    if (value) result.set(name, value)
  }
  return result
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: `${siteMessages.failure.text} | DealDwaar`,
    description: 'This page could not be shown. Please try again in a moment.',
    path: null,
    origin: data?.site.origin ?? '',
    robots: 'noindex',
  })

/** A separate file, because few pages are printed. */
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: specialMedia, media: 'print, (forced-colors: active)' },
]

export function Layout({ children }: { children: ReactNode }) {
  const { marker, hasScripts } = useContext(DocumentContext)
  const hasDialog = readDialogName(useSearchParams()[0]) !== null
  const isMember = Boolean(useOptionalRoot()?.user)
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* The browser's own bars get the header's colours (app/tailwind.css). */}
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1d1924" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        {/* First, because it declares the order of the CSS layers. */}
        <PageStyle />
        <Links />
        {isMember && <link rel="stylesheet" href={memberStyle} />}
        {hasDialog && <link rel="stylesheet" href={dialogStyle} />}
      </head>
      <body>
        {children}
        {hasScripts && (
          <>
            <ScrollPositions />
            <PageScripts marker={marker} />
          </>
        )}
      </body>
    </html>
  )
}

export default function App() {
  const isDesk = isDeskPage(useLocation())
  useHydrationMark()
  useRememberRoot()
  useClearPendingPage()
  useFocus()
  return isDesk ? (
    <DeskPage>
      <Outlet />
    </DeskPage>
  ) : (
    <Shop />
  )
}

function Shop() {
  const { flash, dialogFailed, site } = useRoot()
  const hasDialog = readDialogName(useSearchParams()[0]) !== null
  const flashNotice = flash?.form?.inPlace || flash?.saved ? undefined : flash?.notice
  const dialogNotice = hasDialog && dialogFailed ? failure(siteMessages.failure) : undefined
  useServiceWorker(site.hasWorker)
  usePreloadDialogs()
  useHeaderRefresh()
  return (
    <PageLayout notice={flashNotice ?? dialogNotice}>
      <Outlet />
    </PageLayout>
  )
}

/** When a form fails, its page often fails, too: dialog and notice are therefore rendered here as well. */
export function ErrorBoundary() {
  const page = <ErrorPage error={useRouteError()} />
  const root = useOptionalRoot()
  const isDesk = isDeskPage(useLocation())
  useHydrationMark()
  useFocus()
  if (isDesk) return page
  return root ? <PageLayout notice={root.flash?.notice}>{page}</PageLayout> : page
}

function useHydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true'
  }, [])
}
