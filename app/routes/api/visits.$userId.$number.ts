import { refuseApi } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { toVisitDetail } from '~/api/visit-answers.server'
import { visit } from '~/api/visits'
import { moneyMessages } from '~/messages/money'
import { findMemberVisit } from '~/domain/tracking/member-visits.server'

const api = serveApi(
  apiCall(visit, async ({ user, params }) => {
    const found = await findMemberVisit(user.id, params.number)
    if (!found) throw refuseApi(404, moneyMessages.visits.missing)
    return reply(200, { success: true, data: toVisitDetail(found) })
  }),
)

export const loader = api.loader
export const action = api.action
