import { refuseApi } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { statement } from '~/api/statement'
import { toStatement } from '~/api/statement-answers'
import { readStatementPart } from '~/domain/wallet/statements.server'
import { readPeriod } from '~/domain/wallet/statements'

const api = serveApi(
  apiCall(statement, async ({ user, slice, request }) => {
    const { period, errors } = readPeriod(new URL(request.url).searchParams)
    if (!period) throw refuseApi(422, Object.values(errors)[0]!, { error: 'invalid', errors })
    return reply(200, toStatement(await readStatementPart(user.id, period, slice), slice))
  }),
)

export const loader = api.loader
export const action = api.action
