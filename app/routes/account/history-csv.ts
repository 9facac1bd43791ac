import type { LoaderFunctionArgs } from '@remix-run/node'
import { markCsv } from '~/platform/formats/csv'
import { dayInIndia } from '~/platform/formats/dates'
import { respondWithFile } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { streamStatement } from '~/domain/wallet/statements.server'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const name = `dealdwaar-statement-${dayInIndia(new Date()).date}`
  return respondWithFile(name, 'csv', markCsv(streamStatement(user.id)))
}
