/** Server-sent events with new notifications, for EventSource only. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { refusal } from '~/http/respond.server'
import { readSession } from '~/http/session.server'
import { openStream } from '~/shell/live-streams.server'

export async function loader({ request }: LoaderFunctionArgs) {
  // The server recognises streams by this header and closes them at shutdown.
  const accepts = /\btext\/event-stream\b/.test(request.headers.get('Accept') ?? '')
  if (request.method !== 'GET' || !accepts) return refusal(406, 'Not Acceptable')
  const session = await readSession(request)
  return session ? openStream(request, session) : refusal(401, 'Unauthorized')
}
