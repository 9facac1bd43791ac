import { readFrame } from '~/catalog/categories.server'
import { env } from '~/config/env.server'
import { attempt } from '~/http/attempt.server'

export async function readShell() {
  const { SUPPORT_EMAIL, CORPORATE_URL, GRIEVANCE_CONTACT, SOCIAL_LINKS, SERVICE_WORKER, publicOrigin } =
    env()
  const frame = await attempt(readFrame(), 'nav bar')
  return {
    isWhole: frame !== null,
    frame: frame ?? { categories: [], topDeals: [] },
    site: {
      origin: publicOrigin,
      support: SUPPORT_EMAIL,
      grievance: GRIEVANCE_CONTACT ?? SUPPORT_EMAIL,
      corporate: CORPORATE_URL,
      social: SOCIAL_LINKS,
      keepsPages: SERVICE_WORKER === 'on',
    },
  }
}
