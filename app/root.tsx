import './shell/styles'
import {
  data,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import {
  Links,
  Meta,
  Outlet,
  useFetchers,
  useLoaderData,
  useNavigation,
  useRouteError,
  useSearchParams,
} from '@remix-run/react'
import { useContext, useEffect, useMemo, type ReactNode } from 'react'
import { DocumentContext } from '~/ui/document-context'
import { PRIVATE } from '~/config/caching'
import { usePageAfterForm } from './http/client-action'
import { RETRY_AFTER } from './http/page'
import { listGuestPages } from './http/route-table.server'
import { siteMessages } from './messages/site'
import { failure, type Notice } from './notice'
import { useKeptPages } from './offline/use-kept-pages'
import { useKeepRoot, useRoot, useRootOfFrame } from './root-data'
import { ErrorPage } from './shell/error-page'
import { Footer } from './shell/footer'
import { Header } from './shell/header'
import { useLive } from '~/shell/use-live-header'
import { pageMeta } from './shell/page-meta'
import { DialogView, openDialogName, useDialogsAhead } from '~/shell/open-dialog'
import { Panels } from './shell/panels'
import { PageScripts } from './start/page-scripts'
import { Prefetch } from './shell/prefetch'
import { readRoot } from './shell/root-data.server'
import { useFocus } from './ui/focus'
import { useOfflineLinks } from './ui/offline-links'
import { useIsPageBehind } from './ui/link'
import { NoticeBar } from './ui/notice'
import { PageProvider } from './ui/page-context'
import { PageStyle } from './ui/page-style'
import { ScrollPositions } from './ui/scroll-positions'
import './root.css'
import dialogStyle from './shell/dialogs.css?url'
import memberStyle from './shell/members.css?url'
import specialMedia from './special-media.css?url'

export { shouldRevalidate } from '~/http/revalidation'

export async function loader({ request }: LoaderFunctionArgs) {
  const { content, cookies, whole } = await readRoot(request)
  const headers = new Headers(whole ? {} : { 'Cache-Control': PRIVATE, 'Retry-After': RETRY_AFTER })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  // For those who read ahead by scripts.
  const guestPages = content.user ? [] : listGuestPages()
  return data({ ...content, guestPages }, { headers })
}

/** A page with an incomplete frame must not be cached, whatever the page says (app/http/page.ts). */
export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const kept = new Headers()
  for (const name of ['Cache-Control', 'Retry-After']) {
    const value = loaderHeaders.get(name)
    if (value) kept.set(name, value)
  }
  return kept
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: `${siteMessages.failure.text} | DealDwaar`,
    description: 'This page could not be shown. Please try again in a moment.',
    path: null,
    origin: data?.site.origin ?? '',
    robots: 'noindex',
  })

/** Few pages are printed, so that none carries these rules. */
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: specialMedia, media: 'print, (forced-colors: active)' },
]

export function Layout({ children }: { children: ReactNode }) {
  const { marker, hasScripts } = useContext(DocumentContext)
  const hasDialog = openDialogName(useSearchParams()[0]) !== null
  const isMember = Boolean(useRootOfFrame()?.user)
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* The grounds of the header (app/tailwind.css), for the bars around a page. */}
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1d1924" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        {/* First, because it has the order of the layers. */}
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
  const { flash, noDialog, site, user } = useRoot()
  const { guestPages } = useLoaderData<typeof loader>()
  const named = openDialogName(useSearchParams()[0])
  const offline = useOfflineLinks()
  const said = flash?.form?.inPlace || flash?.saved ? undefined : flash?.notice
  const notice = offline ?? said ?? (named && noDialog ? failure(siteMessages.failure) : undefined)
  useHydrationMark()
  useKeepRoot()
  usePageAfterForm()
  useKeptPages(site.keepsPages)
  useDialogsAhead()
  useFocus()
  useLive()
  return (
    <>
      <Frame notice={notice} offline={offline}>
        <Outlet />
      </Frame>
      {!user && <Prefetch guestPages={guestPages} />}
    </>
  )
}

/** If a form fails, its page often fails too, so the dialog and the notice are also rendered here. */
export function ErrorBoundary() {
  const page = <ErrorPage error={useRouteError()} />
  const root = useRootOfFrame()
  useHydrationMark()
  useFocus()
  return root ? <Frame notice={root.flash?.notice}>{page}</Frame> : page
}

interface FrameProps {
  notice: Notice | undefined
  offline?: Notice | undefined
  children: ReactNode
}

function Frame({ notice, offline, children }: FrameProps) {
  const { csrf, owner, flash, noDialog } = useRoot()
  const isPageBehind = useIsPageBehind()
  const facts = useMemo(
    () => ({ csrf, owner, flash, offline, isPageBehind }),
    [csrf, owner, flash, offline, isPageBehind],
  )
  const named = openDialogName(useSearchParams()[0])
  const dialog = noDialog ? null : named
  return (
    <PageProvider value={facts}>
      <Loading />
      {/* First, so that without scripts the first Tab is in it. */}
      {dialog && <DialogView key={dialog} name={dialog} />}
      <Header />
      {!dialog && <NoticeBar notice={notice} />}
      {children}
      <Footer />
      <Panels />
    </PageProvider>
  )
}

function useHydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true'
  }, [])
}

function Loading() {
  const states = [useNavigation(), ...useFetchers()].map(({ state }) => state)
  return <output className="loading">{states.some((state) => state !== 'idle') && 'Loading...'}</output>
}
