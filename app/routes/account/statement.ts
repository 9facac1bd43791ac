import type { LoaderFunctionArgs } from '@remix-run/node'
import { markCsv } from '~/formats/csv'
import { dayInIndia } from '~/formats/dates'
import { fileFor } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { writeStatement } from '~/wallet/history/statement.server'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const name = `dealdwaar-statement-${dayInIndia(new Date()).date}`
  return fileFor(name, 'csv', markCsv(writeStatement(user.id)))
}
