import { toList } from '~/api/answers.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { toVisit } from '~/api/visit-answers.server'
import { visits } from '~/api/visits'
import { listMemberVisits } from '~/domain/tracking/member-visits.server'

const api = serveApi(
  apiCall(visits, async ({ user, slice }) =>
    reply(200, toList(await listMemberVisits(user.id, { ...slice, part: 'all' }), slice, toVisit)),
  ),
)

export const loader = api.loader
export const action = api.action
