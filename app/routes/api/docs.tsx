import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Calls } from '~/api/docs'
import { listCalls } from '~/api/openapi.server'
import { publicPage } from '~/http/page'
import { createMeta } from '~/components/layout/page-meta'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests' } satisfies RouteHandle

export { headers } from '~/http/route-exports'

const LEAD = 'Every operation of the JSON API: its parameters, responses and authentication.'

export const meta = createMeta('API', LEAD, '/api/docs')

export const loader = ({ request }: LoaderFunctionArgs) => publicPage({ calls: listCalls() }, { request })

export default function ApiDocs() {
  const { calls } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page">
      <header className="page-head">
        <h1>API</h1>
        <p className="muted">{LEAD}</p>
      </header>
      <div className="stack">
        <p>
          Machine-readable, as OpenAPI 3.1:{' '}
          <a href="/api/openapi.json" className="link">
            /api/openapi.json
          </a>
          . Amounts are in rupees, times in UTC. An error response is always JSON: <code>success</code> is
          false, <code>message</code> is the text for the user, <code>error</code> is its code,{' '}
          <code>errors</code> has a message for each invalid field.
        </p>
        <Calls calls={calls} />
      </div>
    </main>
  )
}
