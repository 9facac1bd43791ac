import type { LoaderFunctionArgs } from '@remix-run/node'
import { markCsv } from '~/platform/formats/csv'
import { dayInIndia } from '~/platform/formats/dates'
import { respondWithFile } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { streamCsv } from '~/domain/privacy/export.server'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  return respondWithFile(
    `dealdwaar-my-data-${dayInIndia(new Date()).date}`,
    'csv',
    markCsv(streamCsv(user.id)),
  )
}
