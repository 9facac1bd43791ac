import { readFrame } from '~/domain/catalog/categories.server'
import { showReferral } from '~/domain/catalog/rates'
import { getLastContact } from '~/domain/settings/contact.server'
import { env } from '~/platform/config/env.server'
import { readOrNull } from '~/http/or-null.server'

/** Hundredths of a percent, shown while the database is unavailable. */
const FIRST_RATE = 2000n

type Frame = Awaited<ReturnType<typeof readFrame>>

export function buildLayout(frame: Frame | null) {
  const { CORPORATE_URL, SERVICE_WORKER, publicOrigin } = env()
  const { referralRate, contact, ...layout } = frame ?? {
    referralRate: FIRST_RATE,
    contact: getLastContact(),
    categories: [],
    topDeals: [],
  }
  return {
    isComplete: frame !== null,
    frame: layout,
    site: {
      origin: publicOrigin,
      ...contact,
      corporate: CORPORATE_URL,
      hasWorker: SERVICE_WORKER === 'on',
      referral: showReferral(referralRate),
    },
  }
}

export const readLayout = async () => buildLayout(await readOrNull(readFrame(), 'nav bar'))
