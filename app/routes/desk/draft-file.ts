import type { LoaderFunctionArgs } from '@remix-run/node'
import { PRIVATE } from '~/config/caching'
import { requireDesk } from '~/desk/access/require.server'
import { findOutput } from '~/desk/drafts/drafts.server'
import { requireAllowedDraft } from '~/desk/drafts/require.server'
import { refusal } from '~/http/respond.server'
import type { RouteHandle } from '~/route-handle'

export const handle = { priority: 'desk' } satisfies RouteHandle

/** A file that an operation made; never opened in the page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const desk = await requireDesk(request)
  const { draft } = await requireAllowedDraft(request, desk, params.id)
  const n = /^\d{1,3}$/.test(params.n ?? '') ? Number(params.n) : -1
  const file = await findOutput(draft, n)
  if (!file) return refusal(404, 'Not Found')
  return new Response(file.content, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${file.name.replaceAll(/[^\w.-]/g, '_')}"`,
      'Content-Security-Policy': 'sandbox',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': PRIVATE,
    },
  })
}
