import type { CampaignCard } from '../cards/cards.server'
import { listCoupons, type CardPage } from './campaigns.server'
import { withVotes } from './failing-codes.server'
import type { Sort } from './sorts'

export async function listCodes(page: number, sort?: Sort): Promise<CardPage<CampaignCard>> {
  const list = await listCoupons(page, sort)
  return { ...list, items: await withVotes(list.items) }
}
