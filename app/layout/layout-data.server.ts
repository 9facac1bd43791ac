import { readFrame } from '~/catalog/categories.server'
import { showReferral } from '~/catalog/rates/referral-rate'
import { env } from '~/config/env.server'
import { readOrNull } from '~/http/or-null.server'

/** In hundredths of a percent; shown while the database is unavailable. */
const FIRST_RATE = 2000n

export async function readLayout() {
  const { SUPPORT_EMAIL, CORPORATE_URL, GRIEVANCE_CONTACT, SOCIAL_LINKS, SERVICE_WORKER, publicOrigin } =
    env()
  const frame = await readOrNull(readFrame(), 'nav bar')
  const { referralRate, ...layout } = frame ?? { referralRate: FIRST_RATE, categories: [], topDeals: [] }
  return {
    isWhole: frame !== null,
    frame: layout,
    site: {
      origin: publicOrigin,
      support: SUPPORT_EMAIL,
      grievance: GRIEVANCE_CONTACT ?? SUPPORT_EMAIL,
      corporate: CORPORATE_URL,
      social: SOCIAL_LINKS,
      keepsPages: SERVICE_WORKER === 'on',
      referral: showReferral(referralRate),
    },
  }
}
