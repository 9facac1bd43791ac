/** What the frame of every page needs besides the person: the nav bar's panels, and the operator's addresses. */
import { readFrame } from '~/catalog/categories.server'
import { env } from '~/env.server'

export async function readShell() {
  const { SUPPORT_EMAIL, CORPORATE_URL, GRIEVANCE_CONTACT, SOCIAL_LINKS, publicOrigin } = env()
  return {
    frame: await readFrame(),
    site: {
      origin: publicOrigin,
      support: SUPPORT_EMAIL,
      grievance: GRIEVANCE_CONTACT ?? SUPPORT_EMAIL,
      corporate: CORPORATE_URL,
      social: SOCIAL_LINKS,
    },
  }
}
