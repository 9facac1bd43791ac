import { isRouteErrorResponse, replace, useLocation, type ClientActionFunctionArgs } from '@remix-run/react'
import { useEffect } from 'react'
import { loadModules } from './route-modules'

/** 'offline': the device reports it. 'unexpected': the answer came from a proxy, for example. */
export type Failure = 'noAnswer' | 'offline' | 'refused' | 'unexpected'

/** `at`: milliseconds; it tells two failures of the same kind apart. */
export interface FailureAnswer {
  failure: Failure
  at: number
}

/** Milliseconds; a form with a file has no time limit. */
const TIMEOUT = 60_000

/** Every route with a form exports it. An answer without a redirect keeps the form. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<Response> {
  const hasFile = await containsFile(request.clone())
  const answer = serverAction().then(
    () => 'unexpected' as const,
    (thrown: unknown) => (thrown instanceof Response ? thrown : classifyFailure(thrown)),
  )
  const settled = await (hasFile ? answer : Promise.race([answer, failAfter(TIMEOUT)]))
  if (settled instanceof Response) throw await followRedirect(settled)
  // Remix does not revalidate after an error status.
  const body: FailureAnswer = { failure: settled, at: Date.now() }
  return Response.json(body, { status: 503 })
}

async function containsFile(request: Request): Promise<boolean> {
  if (!request.headers.get('Content-Type')?.startsWith('multipart')) return false
  return [...(await request.formData()).values()].some((value) => typeof value !== 'string' && value.size > 0)
}

const readNetworkFailure = (): Failure => (navigator.onLine ? 'noAnswer' : 'offline')

function classifyFailure(error: unknown): Failure {
  if (isRouteErrorResponse(error)) return 'refused'
  // fetch() rejects with a TypeError after a network failure.
  return error instanceof TypeError ? readNetworkFailure() : 'unexpected'
}

// Chromium, Firefox and Safari word a failed fetch(); the last is Remix's, where a Wi-Fi login page answered instead.
const LOST = /failed to fetch|networkerror|load failed|network connection|unable to decode/i

/** The data of a page did not arrive. `navigator.onLine` says nothing: phones believe to be online on a dead Wi-Fi. */
export const isLostConnection = (error: unknown): boolean =>
  error instanceof Error && LOST.test(error.message)

const failAfter = (ms: number) =>
  new Promise<Failure>((resolve) => setTimeout(() => resolve(readNetworkFailure()), ms))

/** Set while the page after an accepted form loads: if it fails, the error page says that the form was received. */
let pendingPage: string | null = null

export const isPendingPage = (path: string) => path === pendingPage

export function useClearPendingPage(): void {
  const { key } = useLocation()
  useEffect(() => {
    pendingPage = null
  }, [key])
}

/**
 * The Back button must neither reopen the dialog of a sent form nor return to a refused form. A page whose script is gone is loaded
 * as a document: its data, read alone, would take the answer away.
 */
async function followRedirect(redirect: Response): Promise<Response> {
  const { pathname, search } = window.location
  const here = pathname + search
  const to = redirect.headers.get('Location') ?? here
  const path = to.startsWith(`${here}#`) ? here : to
  pendingPage = path.split('#', 1)[0]!
  const isReplaced = path === here || here.includes('dialog=')
  await loadModules(path).catch(() => {
    window.location[isReplaced ? 'replace' : 'assign'](path)
    return new Promise(() => {})
  })
  if (!isReplaced) return redirect
  return replace(path, { status: redirect.status, headers: redirect.headers })
}
