import { markCsv } from '~/platform/formats/csv'
import { dayInIndia } from '~/platform/formats/dates'
import { resource } from '~/http/resource.server'
import { respondWithFile } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { streamCsv } from '~/domain/privacy/export.server'

export const loader = resource(async ({ request }) => {
  const user = await requireUser(request)
  return respondWithFile(
    `dealdwaar-my-data-${dayInIndia(new Date()).date}`,
    'csv',
    markCsv(streamCsv(user.id)),
  )
})
