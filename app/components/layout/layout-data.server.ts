import { readFrame } from '~/domain/catalog/categories.server'
import { showReferral } from '~/domain/catalog/rates'
import { env } from '~/platform/config/env.server'
import { readOrNull } from '~/http/or-null.server'

/** Hundredths of a percent, shown while the database is unavailable. */
const FIRST_RATE = 2000n

type Frame = Awaited<ReturnType<typeof readFrame>>

export function buildLayout(frame: Frame | null) {
  const { SUPPORT_EMAIL, CORPORATE_URL, GRIEVANCE_CONTACT, SOCIAL_LINKS, SERVICE_WORKER, publicOrigin } =
    env()
  const { referralRate, ...layout } = frame ?? { referralRate: FIRST_RATE, categories: [], topDeals: [] }
  return {
    isComplete: frame !== null,
    frame: layout,
    site: {
      origin: publicOrigin,
      support: SUPPORT_EMAIL,
      grievance: GRIEVANCE_CONTACT ?? SUPPORT_EMAIL,
      corporate: CORPORATE_URL,
      social: SOCIAL_LINKS,
      hasWorker: SERVICE_WORKER === 'on',
      referral: showReferral(referralRate),
    },
  }
}

export const readLayout = async () => buildLayout(await readOrNull(readFrame(), 'nav bar'))
