import { markCsv } from '~/platform/formats/csv'
import { dayInIndia } from '~/platform/formats/dates'
import { resource } from '~/http/resource.server'
import { respondWithFile } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { streamStatement } from '~/domain/wallet/statements.server'

export const loader = resource(async ({ request }) => {
  const user = await requireUser(request)
  const name = `dealdwaar-statement-${dayInIndia(new Date()).date}`
  return respondWithFile(name, 'csv', markCsv(streamStatement(user.id)))
})
