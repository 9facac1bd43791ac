import { requireDesk, requireFreshCode } from '~/http/desk/access/require.server'
import { readSentForm } from '~/http/form-action.server'
import { buildOperationPath } from '~/http/desk/views/paths'
import { findList, writeCsv } from '~/http/desk/views/write-csv.server'
import { resource } from '~/http/resource.server'
import { redirectKeepingFlash, refusal, respondWithFile } from '~/http/respond.server'
import { needsFreshCode } from '~/desk/effects'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { priority: 'desk' } satisfies RouteHandle

type Params = Record<string, string | undefined>

const toPlace = ({ topic = '', operation }: Params) => ({ topic, operation })

/** A link must not start it, from wherever it leads here: it shows the list. */
export const loader = resource(async ({ request, params }) => {
  const { actor } = await requireDesk(request)
  const list = await findList(actor, toPlace(params))
  return list
    ? redirectKeepingFlash(request, buildOperationPath(list.name) + new URL(request.url).search)
    : refusal(404, 'Not Found')
})

/** The whole list as CSV, logged, and masked for the operator's role; with persons in it, after a fresh code. */
export const action = resource(async ({ request, params }) => {
  const desk = await requireDesk(request)
  await readSentForm(request)
  const list = await findList(desk.actor, toPlace(params))
  if (!list) return refusal(404, 'Not Found')
  const { search, searchParams } = new URL(request.url)
  if (needsFreshCode(list)) requireFreshCode(request, desk, buildOperationPath(list.name) + search)
  const csv = await writeCsv(desk.actor, list, searchParams)
  return csv ? respondWithFile(csv.name, 'csv', csv.lines) : refusal(404, 'Not Found')
})
