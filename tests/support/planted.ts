/** A member with unique data, in every state that operations show, for the tests of masks. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { clicks } from '~/platform/db/schema/clicks'
import { newsletterIssues } from '~/platform/db/schema/newsletter'
import { approvals } from '~/platform/db/schema/operations'
import { listFields, type TypedInput } from '~/desk/command-text'
import type { Operation } from '~/desk/operation'
import { toInputFile } from '~/desk/read-input'
import { mayDo, type Role } from '~/desk/roles'
import { workQueue } from '~/desk/work-queue.server'
import { raiseSignal } from '~/domain/signals/signals.server'
import { openMemberClaim } from '~/domain/tracking/member-claims.server'
import { addProof } from '~/domain/tracking/claim-proofs.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { saveBankDetails, saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { paise } from '~/platform/formats/money'
import { file, ops } from '../ops/support'
import { enqueue } from './jobs'
import { makeCall } from './calls'
import { rewrite } from './rewrite'
import { click, earn, member } from '../wallet/support'
import { sendReport } from './reports'

export const NAME = 'Zebedee Quillfeather'
export const PHONE = '9876501234'
export const EMAIL = 'zebedee.q@mail.example'
export const ACCOUNT = '55500011122299'
export const UPI = 'quillpay@okbank'

/** By field and by topic. */
export const ids: Record<string, string> = {}

const findOne = async (query: ReturnType<typeof sql>) =>
  String((await db.execute<{ id: string | number }>(query))[0]?.id ?? 1)

async function addMember(): Promise<void> {
  const [added] = await db
    .insert(users)
    .values({ username: NAME, phone_number: `+91${PHONE}`, email: EMAIL, referral_code: 'MASKED' })
    .returning()
  const { id } = added!
  await earn(id, 500_00n)
  await db.execute(sql`UPDATE conversions SET withdrawable_at = now()`)
  await saveUpiDetails(id, { upi: UPI })
  const result = await requestWithdrawal(id, {
    amount: paise(100_00n),
    method: 'upi',
    request_key: randomUUID(),
  })
  if (!result.ok) throw new Error(result.reason)
  await saveBankDetails(id, {
    acc_number: ACCOUNT,
    acc_holder_name: NAME,
    ifsc_code: 'HDFC0000001',
    bank_name: 'HDFC',
  })
  await db.transaction((tx) =>
    raiseSignal(tx, { kind: 'same-destination', facts: 'a test', members: [id, 1001] }),
  )
  const clickId = await click(id)
  for (const [conversion_id, sale_amount] of [
    ['M1', '900'],
    ['M2', 'ten'],
  ] as const)
    await sendReport({ p1: clickId, conversion_id, sale_amount, status: 'approved' })
  ids.member = String(id)
  ids.withdrawals = String(result.withdrawal.id)
  ids.sale = await findOne(sql`SELECT max(id) AS id FROM conversions`)
  ids.conversions = ids.sale
  ids.signals = await findOne(sql`SELECT max(id) AS id FROM signals`)
  ids.postbacks = await findOne(sql`SELECT max(id) AS id FROM postback_inbox WHERE outcome = 'quarantined'`)
  ids.offer = await findOne(sql`SELECT max(id) AS id FROM campaigns`)
  ids['users hold-each'] = ids.member
  for (const name of ['catalogue hide-each', 'catalogue end-each', 'catalogue move-each', 'rates set-each'])
    ids[name] = ids.offer
  const [store] = await db.execute<{ name: string }>(sql`SELECT name FROM brands ORDER BY id DESC LIMIT 1`)
  ids.store = store!.name
}

/** A claim in the member's own words, and the report of a network as a job that is done. */
async function addRequests(): Promise<void> {
  const userId = Number(ids.member)
  const [missing, reported] = [await click(userId), await click(userId)]
  await rewrite(sql`UPDATE clicks SET created_at = now() - interval '5 days' WHERE id = ${missing}`)
  const [visit] = await db.select({ seq: clicks.seq }).from(clicks).where(eq(clicks.id, missing))
  const opened = await openMemberClaim(
    userId,
    { visit: formatVisitNumber(visit!.seq) },
    { kind: 'missing', text: `Where is it? ${NAME}, ${PHONE}`, orderNumber: 'MASKED-1' },
  )
  if (!opened.ok) throw new Error(opened.reason)
  await addProof(userId, opened.claim.id, Buffer.from('%PDF-1.4 a bill'))
  ids.claims = String(opened.claim.id)
  ids['claims proof'] = await findOne(sql`SELECT max(id) AS id FROM claim_proofs`)
  const report = `conversion_id,click_id,campaign_id,p1,txn_id,sale_amount,payout_currency,payout,status,created
M3,theirs,1,${reported},TM3,900,INR,80,approved,2026-11-21 10:00:00
`
  const call = await makeCall(
    'conversions reconcile',
    { network: 'trackier' },
    { osAccount: 'root' },
    {
      file: toInputFile('report.csv', Buffer.from(report)),
    },
  )
  ids.jobs = String((await enqueue(call)).id)
  await workQueue()
}

/** What operators have asked for and sent. */
async function addPapers(): Promise<void> {
  const [approval] = await db
    .insert(approvals)
    .values({
      call_hash: 'masked',
      command: `adjustments add --member ${ids.member}`,
      effect: `Credits member ${ids.member}`,
      asked_by: 'root',
    })
    .returning()
  const [issue] = await db
    .insert(newsletterIssues)
    .values({
      subject: 'June',
      preheader: 'Sales',
      body: 'Sales of June',
      content_hash: 'masked',
      recipients: 1,
      per_minute: 60,
      created_by: 'root',
    })
    .returning()
  ids.approvals = String(approval!.id)
  ids.newsletter = String(issue!.id)
}

/** By topic: why its records are not planted. Any other id has to be there. */
const NOT_PLANTED: Record<string, string> = {
  alerts: 'an alert is about the whole shop',
  catalogue: 'offers that wait name no member',
  bank: 'an entry names a withdrawal and no member',
  conflicts: 'a conflict names its withdrawal and the number of its member, as `withdrawals show` does',
  networks: 'a settlement is with a network',
  rates: 'a planned rate is of a store or an offer',
  settings: 'a setting is of the shop',
  texts: 'a text of a page names no member',
}

const getTopic = (operation: string) => operation.split(' ')[0]!

function findPlanted(operation: string): string {
  const id = ids[operation] ?? ids[getTopic(operation)]
  if (id === undefined && !NOT_PLANTED[getTopic(operation)])
    throw new Error(`${operation}: nothing is planted`)
  return id ?? '1'
}

/** Jobs of others are not there for those who may not see members. */
export const isHidden = (operation: Operation, role: Role): boolean =>
  ['jobs show', 'jobs rows'].includes(operation.name) && !mayDo(role, 'support')

/** Whether the page or output is about nothing, where there is a record for the role. */
export const isMissing = (operation: Operation, role: Role, text: string): boolean =>
  /There is no (?:such [a-z]+|[a-z]+ \d+)\b/.test(text) !== isHidden(operation, role) &&
  !NOT_PLANTED[getTopic(operation.name)]

const TYPED: Record<string, (name: string) => string> = {
  id: findPlanted,
  number: () => '1',
  member: () => ids.member!,
  store: () => ids.store!,
  offer: () => ids.offer!,
  sale: () => ids.sale!,
  money: () => '1',
  rate: () => '5%',
  day: () => 'today',
  month: () => '2026-10',
  text: () => 'a test',
  file: () => file('input.csv', 'withdrawal,utr\n1,UTR1234567\n'),
}

/** Values for required fields, and for fields that select a member. */
export function typeInput(operation: Operation): TypedInput {
  const wanted = listFields(operation).filter(
    ([name, { isRequired, kind }]) => isRequired || (kind === 'member' && name !== 'exceptMember'),
  )
  return Object.fromEntries(
    wanted.map(([name, { kind, choices }]) => [name, choices?.[0] ?? TYPED[kind]?.(operation.name)]),
  )
}

/** They show what a member wrote to the shop, as the person who answers must read it. */
const OWN_WORDS = new Set(['claims show'])

/** Texts that the role may never see. `uncovered`: with --show. */
export function listForbidden(role: Role, uncovered: boolean, operation = ''): string[] {
  if (OWN_WORDS.has(operation)) return listForbidden(role, uncovered).filter((word) => word !== PHONE)
  if (!mayDo(role, 'support'))
    return [NAME, PHONE, PHONE.slice(-4), EMAIL, ACCOUNT, UPI, 'Zebedee', 'quillpay']
  if (!mayDo(role, 'finance')) return [...(uncovered ? [] : [PHONE, EMAIL]), ACCOUNT, UPI]
  return uncovered ? [] : [PHONE, EMAIL, ACCOUNT, UPI]
}

/** Operations with all data of one member, who requested it in writing; the file is what the member downloads. */
export const MEMBER_DATA = new Set([
  'users export',
  'users statement',
  'withdrawals export',
  'withdrawals reprint',
])

/** Call it once, before the operators of the test are added. */
export async function plantMember(): Promise<void> {
  await member()
  await addMember()
  await addRequests()
  await addPapers()
}

/** Runs commands about the member as an owner. */
export async function plantTraces(): Promise<void> {
  await ops('snippets add --name "Asked the store" --text "Hello {name}, we have asked {store}."')
  ids.snippets = await findOne(sql`SELECT max(id) AS id FROM reply_snippets`)
  await ops('testimonials add --name "Sneha, Pune" --text "It came."')
  ids.testimonials = await findOne(sql`SELECT max(id) AS id FROM testimonials`)
  await ops(`notes add --member ${ids.member} "${NAME} called from ${PHONE}"`)
  await ops(`users hold ${ids.member} --days 2 --reason "of a check"`)
  await ops(`users release ${ids.member} --reason "checked" --yes`)
  await ops(`adjustments add --member ${ids.member} --kind goodwill --amount 5 --reason "sorry" --yes`)
  ids.log = await findOne(sql`SELECT max(id) AS id FROM operator_log`)
  ids.adjustments = await findOne(sql`SELECT max(id) AS id FROM adjustments`)
  await ops(`search ${EMAIL}`)
  await ops(`search ${PHONE}`)
  await ops(`users find ${PHONE}`)
}
