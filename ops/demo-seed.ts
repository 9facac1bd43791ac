// The demo's people act by the application's own commands; what they do is in app/platform/db/seed.
import { Readable } from 'node:stream'
import { and, eq, isNull, like, min, sql } from 'drizzle-orm'
import { signUpSchema, TERMS_VERSION } from '~/domain/accounts/sign-up.server'
import { hashPassword } from '~/domain/accounts/passwords.server'
import { readWithdrawalAmount } from '~/domain/wallet/withdrawals'
import { findUserByPhone, insertUser, type User } from '~/domain/accounts/users.server'
import { listTopStores } from '~/domain/catalog/stores.server'
import { listDemoRows } from './demo-feed'
import { parsePayout } from '~/domain/catalog/feeds'
import { importCatalogue } from '~/domain/catalog/feeds.server'
import { followStore } from '~/domain/catalog/follows.server'
import { applyDueRates } from '~/domain/catalog/planned-rates.server'
import { rankCatalogue } from '~/domain/catalog/ranking.server'
import { setHoldingDays } from '~/domain/catalog/set-rates.server'
import { buildWords } from '~/domain/catalog/search.server'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { claims } from '~/platform/db/schema/claims'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions } from '~/platform/db/schema/conversions'
import { deskAccess } from '~/platform/db/schema/desk'
import { flashSales, seoTexts, shortlinks, testimonials } from '~/platform/db/schema/editorial'
import { users } from '~/platform/db/schema/members'
import { operators } from '~/platform/db/schema/operations'
import extras from '~/platform/db/seed/demo-extras.json'
import lives from '~/platform/db/seed/demo-lives.json'
import shoppers from '~/platform/db/seed/demo-shoppers.json'
import { GRANTED } from '~/platform/formats/amounts'
import { paise } from '~/platform/formats/money'
import { readOsAccount } from '~/desk/actor.server'
import { setSecondFactor } from '~/domain/operators/second-factor.server'
import { creditClaim } from '~/domain/tracking/claim-credits.server'
import { answerClaim, declineClaim, sendClaim } from '~/domain/tracking/claim-decisions.server'
import { openMemberClaim } from '~/domain/tracking/member-claims.server'
import { recordClick } from '~/domain/tracking/clicks.server'
import { receivePostback } from '~/domain/tracking/inbox.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { computeWaits } from '~/domain/tracking/waiting-times.server'
import { recordCommand, recordCommandEnd } from '~/domain/operators/command-log.server'
import { findPayoutDetails } from '~/domain/wallet/destinations.server'
import { saveBankDetails, saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { measureShopInTurn } from '~/domain/wallet/shop-figures.server'
import { approveWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { demoOperator, demoPeople } from '../environment/demo-people'
import { Past, type Act } from './demo-past'

const SOURCE = 'demo'

/** Idempotent. */
export async function seedDemo(): Promise<void> {
  const past = new Past()
  let people: ReadonlyMap<string, number> = new Map()
  await past.live([{ at: lives.joined, act: async () => (people = await seedPeople()) }])
  await seedOperator()
  await seedOffers()
  const ids = await listOfferIds()
  await seedExtras(ids)
  const member = people.get(lives.payouts.who)!
  await followStores(member)
  const findOffer = (externalId: string) => ids.get(externalId)!
  await holdSales(findOffer)
  const visits = await listVisits({ people, findOffer })
  const claims = await listClaims(people.get(lives.claims.who)!, findOffer)
  await past.live([...visits, ...listWithdrawals(member), ...claims])
  await past.moveBack()
  const voted = await seedVotes(ids)
  if (visits.length || claims.length || voted) await rankCatalogue()
  // Computed now, because the server's jobs begin later.
  if (visits.length) await computeWaits()
  await buildWords(0)
  // Last, because the demo's visits have the ordinary rates.
  await applyDueRates()
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

async function listOfferIds(): Promise<Map<string, number>> {
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
    const hasNoRate = isNull(flashSales.payout_hundredths)
    // Those of a demo from before sales had rates. A DELETE of no rows would make pages stale.
    if (await tx.$count(flashSales, hasNoRate)) await tx.delete(flashSales).where(hasNoRate)
    if (await isEmpty(flashSales))
      await tx.insert(flashSales).values(
        extras.flash_sales.map(({ weekday, offer, pays }) => {
          const { payout_hundredths, payout_model } = parsePayout(pays, GRANTED)!
          return {
            weekday,
            campaign_id: findId(offer),
            payout_hundredths: BigInt(payout_hundredths!),
            payout_model,
            made_by: 'demo',
          }
        }),
      )
    if (await isEmpty(testimonials))
      await tx.insert(testimonials).values(extras.testimonials.map((row, position) => ({ ...row, position })))
    if (await isEmpty(shortlinks))
      await tx
        .insert(shortlinks)
        .values(extras.shortlinks.map(({ slug, offer }) => ({ slug, campaign_id: findId(offer) })))
    if (await isEmpty(seoTexts))
      await tx
        .insert(seoTexts)
        .values(extras.seo_texts.map(({ offer, ...row }) => ({ ...row, campaign_id: findId(offer) })))
  })
}

/** Idempotent. Returns all ids by name. */
async function seedPeople(): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const person of demoPeople) {
    const friend = person.friend === null ? null : ids.get(person.friend)!
    ids.set(person.username, (await addPerson(person, friend)).id)
  }
  return ids
}

async function addPerson(person: (typeof demoPeople)[number], friend: number | null): Promise<User> {
  const { username, phone_number, email, password } = signUpSchema.parse({ ...person, agreeToTerms: 'on' })
  const found = await findUserByPhone(phone_number)
  if (found) return found
  const password_hash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const user = await insertUser(tx, {
      username,
      phone_number,
      email,
      password_hash,
      referred_by: friend,
      terms_version: TERMS_VERSION,
      terms_accepted_at: new Date(),
    })
    // Confirmed long enough ago for a change of a lost number; their mails are shown at /demo/mail.
    const email_confirmed_at = sql`now() - interval '60 days'`
    await tx.update(users).set({ email_confirmed_at }).where(eq(users.id, user.id))
    return user
  })
}

/** Idempotent. Use it only in the demo, because the password is public. */
export async function seedOperator(): Promise<void> {
  if (!env().demo) return
  const { name, password, email } = demoOperator
  const [found] = await db.select({ id: operators.id }).from(operators).where(eq(operators.name, name))
  if (found) return
  const password_hash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const [operator] = await tx
      .insert(operators)
      // The one who tries the demo is one person, at the desk and on the command line.
      .values({ name, email, role: 'owner', state: 'active', os_account: readOsAccount() })
      .returning({ id: operators.id, name: operators.name })
    await tx.insert(deskAccess).values({ operator_id: operator!.id, password_hash, enrolled_at: new Date() })
    await setSecondFactor(tx, operator!)
  })
}

interface DemoVisit {
  who: string | null
  offer: string
  at: string
  sale?: { id: string; amount: string; payout: string; reports: string[] }
}

/** Offers and stores are ranked by the visits of the last 30 days. */
const VISITS: readonly DemoVisit[] = lives.visits.map(({ sale, ...visit }) => ({
  ...visit,
  ...(sale && { sale: { id: sale, ...lives.sales[sale as keyof typeof lives.sales] } }),
}))

const { sales: RECORD_SALES, offer: RECORD_OFFER, ...terms } = lives.records
/** As many as figures need (docs/rules.md#53), tracked 30 to 210 days ago. */
const RECORDS = RECORD_SALES.map(([at = '', ...reports], n): DemoVisit => ({
  who: null,
  offer: RECORD_OFFER,
  at,
  sale: { id: `demo-record-${n + 1}`, ...terms, reports },
}))

interface DemoIds {
  people: ReadonlyMap<string, number>
  findOffer: (externalId: string) => number
}

async function listVisits(ids: DemoIds): Promise<Act[]> {
  const [known, isNew] = await Promise.all([listKnownSales(), hasNoVisit(ids.people.get(lives.payouts.who)!)])
  const visits = [...VISITS, ...RECORDS].filter(({ sale }) => (sale ? !known.has(sale.id) : isNew))
  return visits.flatMap((visit, at) => visitStore(visit, ids, `192.0.2.${at}`))
}

async function listKnownSales(): Promise<Set<string>> {
  const rows = await db
    .select({ id: conversions.external_id })
    .from(conversions)
    .where(and(eq(conversions.network, 'trackier'), like(conversions.external_id, 'demo-%')))
  return new Set(rows.map(({ id }) => id))
}

async function hasNoVisit(userId: number): Promise<boolean> {
  const found = await db.select({ id: clicks.id }).from(clicks).where(eq(clicks.user_id, userId)).limit(1)
  return found.length === 0
}

function visitStore(
  { who, offer, at, sale }: DemoVisit,
  { people, findOffer }: DemoIds,
  address: string,
): Act[] {
  let clickId: string
  const visit = async () => {
    const visitor = { userId: who === null ? null : people.get(who)!, address, agent: 'demo seed' }
    const click = await recordClick(findOffer(offer), visitor)
    if (!click.ok) throw new Error(`demo visit of ${offer}: ${click.reason}`)
    clickId = click.clickId
  }
  if (!sale) return [{ at, act: visit }]
  const { id: conversion_id, amount: sale_amount, payout, reports } = sale
  const sendReport = (status: string) => () =>
    receivePostback(
      {
        network: 'trackier',
        method: 'GET',
        raw: { p1: clickId, conversion_id, sale_amount, payout, status },
      },
      (error) => {
        throw error
      },
    )
  const toReport = (report: string) => {
    const [days, clock, status] = report.split(' ')
    return { at: `${days} ${clock}`, act: sendReport(status!) }
  }
  return [{ at, act: visit }, ...reports.map(toReport)]
}

/** Idempotent. */
function listWithdrawals(userId: number): Act[] {
  return [
    { at: lives.payouts.saved, act: () => saveDetails(userId) },
    ...lives.payouts.withdrawals.flatMap(({ at, paid, utr, method, amount, ...rest }): Act[] => {
      const request = { ...rest, amount: readWithdrawalAmount(amount), method: method as 'bank' | 'upi' }
      const ask = () => requestWithdrawal(userId, request)
      return [
        { at, act: ask },
        ...(paid ? [{ at: paid, act: (at: Date) => payAsOperator(ask, at, utr) }] : []),
      ]
    }),
  ]
}

async function saveDetails(userId: number): Promise<void> {
  const details = await findPayoutDetails(userId)
  const { bank, upi } = lives.payouts
  if (!details.bank) await saveBankDetails(userId, bank)
  if (!details.upi) await saveUpiDetails(userId, { upi }, { holds: false })
}

/** `ask` returns the earlier request if there is one. */
async function payAsOperator(
  ask: () => ReturnType<typeof requestWithdrawal>,
  at: Date,
  utr: string,
): Promise<void> {
  const requested = await ask()
  // Somebody who tries the demo may have spent the money.
  if (!requested.ok) return
  const { id, status } = requested.withdrawal
  if (status !== 'requested' && status !== 'processing') return
  await logDemoCommand(`withdrawals paid ${id}`, at, async () => {
    if (status === 'requested') await approveWithdrawal(id)
    await payWithdrawal(id, utr)
  })
}

async function holdSales(findOffer: DemoIds['findOffer']): Promise<void> {
  const { offer, days } = lives.holding
  const [store] = await db
    .select({ id: brands.id, held: brands.holding_days })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(eq(campaigns.id, findOffer(offer)))
  if (store!.held !== null) return
  const { id } = store!
  await logDemoCommand(`catalogue holding ${id} ${days}`, undefined, () => setHoldingDays(id, days))
}

type DemoClaim = (typeof lives.claims.list)[number]
type DemoStep = DemoClaim['steps'][number]

async function listClaims(userId: number, findOffer: (externalId: string) => number): Promise<Act[]> {
  const [known] = await db.select({ id: claims.id }).from(claims).where(eq(claims.user_id, userId)).limit(1)
  return known
    ? []
    : lives.claims.list.flatMap((claim, n) => toActs(userId, findOffer(claim.offer), n, claim))
}

function toActs(userId: number, offerId: number, n: number, claim: DemoClaim): Act[] {
  const { visited, opened, order, rupees, text, steps } = claim
  let visit: string
  let id: number
  const open = async () => {
    const given = { kind: 'missing', text, orderNumber: order, amount: paise(BigInt(rupees) * 100n) } as const
    const answer = await openMemberClaim(userId, { visit }, given)
    if (!answer.ok) throw new Error(`demo claim ${order}: ${answer.reason}`)
    id = answer.claim.id
  }
  return [
    { at: visited, act: async (at) => (visit = await addVisit(userId, offerId, n, at)) },
    { at: opened, act: open },
    ...steps.map((step) => ({
      at: step.at,
      act: (when: Date) =>
        decideAsOperator(`claims ${step.command} ${id}`, when, () => decideClaim(id, claim, step)),
    })),
  ]
}

function decideClaim(id: number, { rupees }: DemoClaim, { command, text = '' }: DemoStep) {
  if (command === 'send') return sendClaim(id)
  if (command === 'answer') return answerClaim(id, text)
  if (command === 'decline') return declineClaim(id, 'code', text)
  return creditClaim(id, { amount: paise(BigInt(rupees) * 100n), text })
}

const decideAsOperator = (command: string, at: Date, take: () => Promise<{ ok: boolean }>) =>
  logDemoCommand(command, at, async () => {
    if (!(await take()).ok) throw new Error(`demo: ${command} was refused`)
  })

/** The visit has today's rate. Returns its number. */
async function addVisit(userId: number, offerId: number, n: number, at: Date): Promise<string> {
  const [offer] = await db.select().from(campaigns).where(eq(campaigns.id, offerId))
  const { network, payout_hundredths, payout_model, currency, cap_paise } = offer!
  const [click] = await db
    .insert(clicks)
    .values({
      id: `DEMOCLAIM${userId}N${n}`,
      user_id: userId,
      campaign_id: offerId,
      network,
      payout_hundredths,
      payout_model,
      currency,
      cap_paise,
      visitor_hash: '',
      created_at: at,
    })
    .returning({ seq: clicks.seq })
  return formatVisitNumber(click!.seq)
}

/** Does the work of a command with its entry in the operator log, which ends a minute after `at`; without `at`, now. */
async function logDemoCommand(command: string, at: Date | undefined, work: () => Promise<unknown>) {
  const logId = await recordCommand({ osUser: readOsAccount() }, command, { at })
  await work()
  await recordCommandEnd(logId, 'done', at && { at: new Date(at.getTime() + 60_000) })
}

const WANTED = shoppers.wanted
const NAMES = shoppers.names

const MOST_CLICKS = 96
const STEP = 3

type Code = { id: string; external_id: string }

/** Does nothing and returns false if there are votes already. */
async function seedVotes(ids: ReadonlyMap<string, number>): Promise<boolean> {
  const [voted] = await db.execute(sql`SELECT 1 FROM feedback LIMIT 1`)
  if (voted) return false
  const people = await db.execute<{ id: string }>(sql`
    INSERT INTO users (username, phone_number) SELECT name, '+91700000' || (1000 + place)
      FROM json_array_elements_text(${JSON.stringify(NAMES)}::text::json) WITH ORDINALITY AS n (name, place)
    RETURNING id`)
  const codes = await db.execute<Code>(sql`
    SELECT id, external_id FROM campaigns WHERE source = 'demo' AND code IS NOT NULL AND listed ORDER BY id`)
  const votes = codes.flatMap((code, place) => listVotes(code, place, people))
  const clicks = WANTED.flatMap((externalId, place) =>
    Array.from({ length: MOST_CLICKS - place * STEP }, (_, n) => ({
      user: people[(n * 7 + place) % people.length]!.id,
      offer: String(ids.get(externalId)!),
      hours: 5 + ((n * 37 + place * 11) % 690),
    })),
  )
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      INSERT INTO clicks (id, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash, created_at)
      SELECT 'demo' || replace(gen_random_uuid()::text, '-', ''), r.user, c.id, c.network, c.payout_hundredths, c.payout_model, c.currency, '',
             now() - make_interval(hours => r.hours)
        FROM json_to_recordset(${JSON.stringify([...clicks, ...votes])}::text::json) AS r ("user" bigint, offer bigint, hours int)
        JOIN campaigns c ON c.id = r.offer`)
    await tx.execute(sql`
      INSERT INTO feedback (user_id, campaign_id, vote, has_click, created_at, updated_at)
      SELECT r.user, r.offer, r.vote, true, now() - make_interval(hours => r.hours), now() - make_interval(hours => r.hours)
        FROM json_to_recordset(${JSON.stringify(votes)}::text::json) AS r ("user" bigint, offer bigint, vote text, hours int)`)
  })
  return true
}

/** Two codes in five have votes: mostly yes, but few yes for codes that fail. */
function listVotes({ id, external_id }: Code, place: number, people: { id: string }[]) {
  const isFailing = shoppers.failing.includes(external_id)
  if (place % 5 > 1 && !isFailing && !WANTED.includes(external_id)) return []
  const count = isFailing ? 14 + (place % 7) : 5 + ((place * 17) % 56)
  return people.slice(0, count).map((person, n) => ({
    user: person.id,
    offer: id,
    vote: (isFailing ? n % 5 === 0 : (n * 5 + place) % 11 > 0) ? 'yes' : 'no',
    hours: 3 + ((n * 53 + place * 17) % 1400),
  }))
}
