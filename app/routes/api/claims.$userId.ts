import { toClaim } from '~/api/claim-answers.server'
import { listClaims, openClaim as openCall } from '~/api/claims'
import { refuseApi } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { moneyMessages } from '~/messages/money'
import { explainOpenRefusal } from '~/domain/tracking/claim-words'
import { openMemberClaim } from '~/domain/tracking/member-claims.server'
import { findMemberClaim, listMemberClaims } from '~/domain/tracking/read-claims.server'

const api = serveApi(
  apiCall(listClaims, async ({ user }) => {
    const claims = await listMemberClaims(user.id)
    return reply(200, {
      success: true,
      data: claims.map(toClaim),
      page: 1,
      limit: claims.length,
      total: claims.length,
    })
  }),
  apiCall(openCall, async ({ user, body }) => {
    const { kind, text, visit, withdrawal, order_number, amount, app_order } = body
    const subject = visit === undefined ? { withdrawal: withdrawal ?? 0 } : { visit }
    const opened = await openMemberClaim(user.id, subject, {
      kind,
      text,
      orderNumber: order_number,
      amount,
      isAppOrder: app_order,
    })
    if (!opened.ok) {
      if (opened.reason === 'not-found')
        throw refuseApi(404, moneyMessages.claims.noSubject, { error: opened.reason })
      const { notice, errors = {} } = explainOpenRefusal(opened)
      const [atField] = Object.values(errors)
      throw refuseApi(atField === undefined ? 409 : 422, atField ?? notice!.text!, {
        error: opened.reason,
        ...(atField !== undefined && { errors }),
      })
    }
    const claim = await findMemberClaim(user.id, opened.claim.id)
    return reply(201, { success: true, data: toClaim(claim!) })
  }),
)

export const loader = api.loader
export const action = api.action
