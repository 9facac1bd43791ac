import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireDesk } from '~/desk/access/require.server'
import { writeCsv } from '~/desk/views/write-csv.server'
import { refusal, respondWithFile } from '~/http/respond.server'
import type { RouteHandle } from '~/route-handle'

export const handle = { priority: 'desk' } satisfies RouteHandle

/** The whole list as CSV, logged, and masked for the operator's role. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { actor } = await requireDesk(request)
  const place = { topic: params.topic ?? '', operation: params.operation }
  const csv = await writeCsv(actor, place, new URL(request.url).searchParams)
  return csv ? respondWithFile(csv.name, 'csv', csv.lines) : refusal(404, 'Not Found')
}
