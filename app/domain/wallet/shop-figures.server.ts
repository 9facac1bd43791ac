/** Figures for the home page, measured hourly for all processes, so that a page reads one row. */
import { sql } from 'drizzle-orm'
import type { ShopFigures } from '~/domain/catalog/home'
import { db } from '~/platform/db/client.server'
import { runIfDue } from '~/platform/db/jobs.server'
import { SHOP_FIGURES_JOB } from '~/domain/catalog/home.server'
import { defineTimer } from '~/platform/timers.server'
import { formatHours, measurePayoutTime } from './payout-time.server'

const HOUR_SECONDS = 3600

async function measureShop(): Promise<ShopFigures> {
  const [[row], payout] = await Promise.all([
    db.execute<{ stores: number; worked: number }>(sql`
      SELECT (SELECT count(*)::int FROM brands WHERE live_count > 0) AS stores,
             (SELECT count(DISTINCT f.campaign_id)::int FROM feedback f JOIN campaigns c ON c.id = f.campaign_id
               WHERE f.vote = 'yes' AND f.has_click AND f.updated_at > now() - interval '7 days' AND c.code IS NOT NULL) AS worked`),
    measurePayoutTime(),
  ])
  return { ...row!, paidWithin: payout && formatHours(payout.usual) }
}

/** Null: another process measured within the last `seconds`. */
export const measureShopInTurn = (seconds = HOUR_SECONDS): Promise<ShopFigures | null> =>
  runIfDue(SHOP_FIGURES_JOB, seconds, measureShop)

export const shopFiguresTimer = defineTimer({
  name: SHOP_FIGURES_JOB,
  every: 600,
  does: 'measure the figures that home shows',
  job: { name: SHOP_FIGURES_JOB, seconds: HOUR_SECONDS },
  work: () => measureShopInTurn(),
})
