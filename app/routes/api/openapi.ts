import type { LoaderFunctionArgs } from '@remix-run/node'
import { makeDocument } from '~/api/openapi.server'
import { refuseApi } from '~/api/refuse.server'
import { sharedHeaders } from '~/http/page'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests' } satisfies RouteHandle

let document: string | undefined

export const loader = ({ request }: LoaderFunctionArgs) =>
  new Response((document ??= JSON.stringify(makeDocument(), null, 2)), {
    headers: { ...sharedHeaders(request), 'Content-Type': 'application/json; charset=utf-8' },
  })

export const action = () => refuseApi(405, 'Method Not Allowed', { headers: { Allow: 'GET, HEAD' } })
