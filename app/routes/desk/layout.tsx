import type { LoaderFunctionArgs } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { useMemo } from 'react'
import { requireDesk } from '~/http/desk/access/require.server'
import { hashOperator } from '~/http/desk/access/way-back.server'
import { hasSlashKey } from '~/http/desk/keys.server'
import { DeskError } from '~/components/desk/error'
import { DeskEntrance, DeskFrame } from '~/components/desk/frame'
import { buildDeskMeta } from '~/components/desk/meta'
import { privatePage } from '~/http/page'
import type { RouteHandle } from '~/platform/route-handle'
import { PageProvider, usePage } from '~/components/ui/page-context'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const handle = { priority: 'desk' } satisfies RouteHandle

export const meta = () => buildDeskMeta('Error')

export async function loader({ request }: LoaderFunctionArgs) {
  const { actor } = await requireDesk(request)
  const { name, role, operatorId } = actor
  return privatePage({
    operator: { name, role, hasSlashKey: hasSlashKey(request) },
    owner: hashOperator(operatorId),
  })
}

export default function DeskLayout() {
  const { operator, owner } = useLoaderData<typeof loader>()
  const page = usePage()
  const own = useMemo(() => ({ ...page, owner }), [page, owner])
  return (
    <PageProvider value={own}>
      <DeskFrame operator={operator}>
        <Outlet />
      </DeskFrame>
    </PageProvider>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const data = useRouteLoaderData<typeof loader>('routes/desk/layout')
  const page = <DeskError status={isRouteErrorResponse(error) ? error.status : 500} />
  return data ? <DeskFrame operator={data.operator}>{page}</DeskFrame> : <DeskEntrance>{page}</DeskEntrance>
}
