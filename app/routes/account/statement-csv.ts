import { markCsv } from '~/platform/formats/csv'
import { resource } from '~/http/resource.server'
import { redirectWith, respondWithFile } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { paths } from '~/paths'
import { readPeriod } from '~/domain/wallet/statements'
import { streamStatement } from '~/domain/wallet/statements.server'

export const loader = resource(async ({ request }) => {
  const user = await requireUser(request)
  const { search, searchParams } = new URL(request.url)
  const { period } = readPeriod(searchParams)
  if (!period) return redirectWith(paths.statement + search)
  return respondWithFile(
    `dealdwaar-statement-${period.name}`,
    'csv',
    markCsv(streamStatement(user.id, period)),
  )
})
