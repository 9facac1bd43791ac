import { Readable } from 'node:stream'
import { eq, min, sql } from 'drizzle-orm'
import { listTopStores } from '~/catalog/brands.server'
import { listDemoRows } from '~/catalog/feeds/demo-feed'
import { importCatalogue } from '~/catalog/feeds/import.server'
import { followStore } from '~/catalog/follows/follow.server'
import { rankCatalogue } from '~/catalog/ranking.server'
import { buildWords } from '~/catalog/search/words-job.server'
import { db } from '~/db/client.server'
import { computeWaits } from '~/tracking/waiting-times/compute-waits.server'
import { measureShopInTurn } from '~/wallet/shop-figures.server'
import { campaigns } from '~/db/schema/catalogue'
import { flashSales, seoTexts, shortlinks, testimonials } from '~/db/schema/editorial'
import extras from '~/db/seed/demo-extras.json'
import { listClaims } from './demo-claims'
import { JOINED } from './demo-lives'
import { holdSales, listVisits, listWithdrawals } from './demo-money'
import { Past } from './demo-past'
import { seedOperator } from './demo-operator'
import { seedPeople, type DemoPerson } from './demo-people-seed'
import { seedVotes } from './demo-votes'

const SOURCE = 'demo'

/** Idempotent. */
export async function seedDemo(): Promise<void> {
  const past = new Past()
  let people: ReadonlyMap<DemoPerson, number> = new Map()
  await past.live([{ at: JOINED, act: async () => (people = await seedPeople()) }])
  await seedOperator()
  await seedOffers()
  const ids = await listCampaignIds()
  await seedExtras(ids)
  await followStores(people.get('Asha Verma')!)
  const findOffer = (externalId: string) => ids.get(externalId)!
  await holdSales(findOffer)
  const visits = await listVisits({ people, findOffer })
  const claims = await listClaims(people.get('Meera Iyer')!, findOffer)
  await past.live([...visits, ...listWithdrawals(people.get('Asha Verma')!), ...claims])
  await past.moveBack()
  const voted = await seedVotes(ids)
  if (visits.length || claims.length || voted) await rankCatalogue()
  // Computed now, because the server's jobs begin later.
  if (visits.length) await computeWaits()
  await buildWords(0)
  await measureShopInTurn(0)
}

async function followStores(userId: number): Promise<void> {
  for (const { name } of await listTopStores(2)) await followStore(userId, name)
}

async function seedOffers(): Promise<void> {
  const rows = listDemoRows(await findFirstDay(), new Date())
  const { counts, broken } = await importCatalogue(Readable.from([JSON.stringify(rows)]), {
    source: SOURCE,
    trust: 'all',
    format: 'dealdwaar',
    encoding: 'json',
    onRefused: ({ id, reason }) => {
      throw new Error(`demo offer ${id}: ${reason}`)
    },
  })
  if (broken || counts.refused) throw new Error(`the demo's catalogue is damaged: ${broken}`)
}

async function findFirstDay(): Promise<Date> {
  const [row] = await db
    .select({ first: min(campaigns.created_at) })
    .from(campaigns)
    .where(eq(campaigns.source, SOURCE))
  return row?.first ?? new Date()
}

async function listCampaignIds(): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: campaigns.id, external_id: campaigns.external_id })
    .from(campaigns)
    .where(eq(campaigns.source, SOURCE))
  return new Map(rows.map(({ id, external_id }) => [external_id, id]))
}

/** Leaves a table with rows unchanged, because it belongs to the operator. */
async function seedExtras(ids: Map<string, number>): Promise<void> {
  const findId = (externalId: string) => ids.get(externalId)!
  await db.transaction(async (tx) => {
    const isEmpty = async (
      table: typeof flashSales | typeof testimonials | typeof shortlinks | typeof seoTexts,
    ) =>
      (
        await tx
          .select({ one: sql`1` })
          .from(table)
          .limit(1)
      ).length === 0
    if (await isEmpty(flashSales))
      await tx
        .insert(flashSales)
        .values(
          extras.flash_sales.map(({ weekday, campaign }) => ({ weekday, campaign_id: findId(campaign) })),
        )
    if (await isEmpty(testimonials))
      await tx.insert(testimonials).values(extras.testimonials.map((row, position) => ({ ...row, position })))
    if (await isEmpty(shortlinks))
      await tx
        .insert(shortlinks)
        .values(extras.shortlinks.map(({ slug, campaign }) => ({ slug, campaign_id: findId(campaign) })))
    if (await isEmpty(seoTexts))
      await tx
        .insert(seoTexts)
        .values(extras.seo_texts.map(({ campaign, ...row }) => ({ ...row, campaign_id: findId(campaign) })))
  })
}
