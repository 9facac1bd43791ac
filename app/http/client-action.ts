import { isRouteErrorResponse, replace, useLocation, type ClientActionFunctionArgs } from '@remix-run/react'
import { useEffect } from 'react'

/** 'offline': no answer, and the device says why. 'foreign': from another server, such as a proxy. */
export type Failure = 'silent' | 'offline' | 'refused' | 'foreign'

/** In ms; requests with a file have no timeout. */
const PATIENCE = 60_000

/** Every route with a form exports it. An answer that is no redirect leaves the form as it is (docs/decisions/0077-forms-by-remix.md). */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<Response> {
  const hasFile = request.headers.get('Content-Type')?.startsWith('multipart/form-data')
  const answer = serverAction().then(
    () => 'foreign' as const,
    (thrown: unknown) => (thrown instanceof Response ? thrown : failureOf(thrown)),
  )
  const settled = await (hasFile ? answer : Promise.race([answer, outlast(PATIENCE)]))
  if (settled instanceof Response) throw accept(settled)
  // With a status of an error Remix does not read the page again.
  return Response.json({ failure: settled }, { status: 503 })
}

const noAnswer = (): Failure => (navigator.onLine ? 'silent' : 'offline')

function failureOf(error: unknown): Failure {
  if (isRouteErrorResponse(error)) return 'refused'
  // fetch() rejects with one, and Remix with an Error where it cannot read the answer.
  return error instanceof TypeError ? noAnswer() : 'foreign'
}

const outlast = (ms: number) => new Promise<Failure>((resolve) => setTimeout(() => resolve(noAnswer()), ms))

/** The page that the last form leads to, until it is shown. */
let awaited: string | null = null

export const isAwaited = (path: string) => path === awaited

export function usePageAfterForm(): void {
  const { key } = useLocation()
  useEffect(() => {
    awaited = null
  }, [key])
}

/** Back does not open a dialog again whose form was sent, nor lead through the refusals of a form. */
function accept(redirect: Response): Response {
  const { pathname, search } = window.location
  const here = pathname + search
  const to = redirect.headers.get('Location') ?? here
  const path = to.startsWith(`${here}#`) ? here : to
  awaited = path.split('#', 1)[0]!
  if (path !== here && !here.includes('dialog=')) return redirect
  return replace(path, { status: redirect.status, headers: redirect.headers })
}
