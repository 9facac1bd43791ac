import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Calls } from '~/api/docs'
import { listCalls } from '~/api/document.server'
import { publicPage } from '~/http/page'
import { pageMeta, siteOrigin } from '~/shell/page-meta'

export { headers } from '~/http/page'

const LEAD = 'Every call of the JSON API: what it takes, what it gives, who may make it.'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'API | DealDwaar',
    description: LEAD,
    path: '/api/docs',
    origin: siteOrigin(matches),
  })

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
          The same for machines, as OpenAPI 3.1:{' '}
          <a href="/api/openapi.json" className="link">
            /api/openapi.json
          </a>
          . Amounts are rupees, times are UTC. A refusal is always JSON: <code>success</code> is false,{' '}
          <code>message</code> says why in words, <code>error</code> names it, <code>errors</code> says it by
          field.
        </p>
        <Calls calls={calls} />
      </div>
    </main>
  )
}
