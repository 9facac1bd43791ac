import { dayInIndia } from '~/platform/formats/dates'
import { resource } from '~/http/resource.server'
import { respondWithFile } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { streamJson } from '~/domain/privacy/export.server'

export const loader = resource(async ({ request }) => {
  const user = await requireUser(request)
  return respondWithFile(`dealdwaar-my-data-${dayInIndia(new Date()).date}`, 'json', streamJson(user.id))
})
