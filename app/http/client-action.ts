import { isRouteErrorResponse, replace, useLocation, type ClientActionFunctionArgs } from '@remix-run/react'
import { useEffect } from 'react'

/** 'offline': says the device. 'unexpected': from a proxy, for example. */
export type Failure = 'noAnswer' | 'offline' | 'refused' | 'unexpected'

/** Milliseconds; not with a file. */
const TIMEOUT = 60_000

/** For every route with a form. Without a redirect the form stays (docs/decisions/0077-forms-by-remix.md). */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<Response> {
  const hasFile = request.headers.get('Content-Type')?.startsWith('multipart/form-data')
  const answer = serverAction().then(
    () => 'unexpected' as const,
    (thrown: unknown) => (thrown instanceof Response ? thrown : classifyFailure(thrown)),
  )
  const settled = await (hasFile ? answer : Promise.race([answer, failAfter(TIMEOUT)]))
  if (settled instanceof Response) throw followRedirect(settled)
  // Remix does not revalidate after an error status.
  return Response.json({ failure: settled }, { status: 503 })
}

const readNetworkFailure = (): Failure => (navigator.onLine ? 'noAnswer' : 'offline')

function classifyFailure(error: unknown): Failure {
  if (isRouteErrorResponse(error)) return 'refused'
  // A network failure rejects with a TypeError.
  return error instanceof TypeError ? readNetworkFailure() : 'unexpected'
}

const failAfter = (ms: number) =>
  new Promise<Failure>((resolve) => setTimeout(() => resolve(readNetworkFailure()), ms))

/** Where the last accepted form leads, until that page is shown; the error page then says that the form was received. */
let pendingPage: string | null = null

export const isPendingPage = (path: string) => path === pendingPage

export function useClearPendingPage(): void {
  const { key } = useLocation()
  useEffect(() => {
    pendingPage = null
  }, [key])
}

/** Back neither opens a sent dialog nor returns to a refused form. */
function followRedirect(redirect: Response): Response {
  const { pathname, search } = window.location
  const here = pathname + search
  const to = redirect.headers.get('Location') ?? here
  const path = to.startsWith(`${here}#`) ? here : to
  pendingPage = path.split('#', 1)[0]!
  if (path !== here && !here.includes('dialog=')) return redirect
  return replace(path, { status: redirect.status, headers: redirect.headers })
}
