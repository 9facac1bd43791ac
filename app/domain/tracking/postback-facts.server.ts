import { and, asc, eq, gt, or } from 'drizzle-orm'
import { findNetwork } from '~/platform/config/networks'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { conversions } from '~/platform/db/schema/conversions'
import { postbackInbox, unsettled } from '~/platform/db/schema/postback-inbox'
import { paise, type Paise } from '~/platform/formats/money'
import { type InboxRow, readInboxRow } from './inbox-row.server'
import type { Conversion } from './conversions'
import { computeCashback, computeUncapped } from './promise'
import { findClick, type ReportedClick } from './sales/reported-clicks.server'
import { identifySale } from './sales/identify-sale'
import { listSaleCandidates, namesSale } from './sales/reported-sales.server'
import { CLAIM_METHOD } from './claims/claim-report'
import { readSent, type ReportedSale } from './reports'

/** Whom and what a report is about, as far as it says so; also of one that cannot be read. */
export interface PostbackSubject {
  /** As the network wrote it. */
  sent: ReturnType<typeof readSent>
  /** Null: no click of ours. */
  click: ReportedClick | null
  offer: string | null
}

/** Null: it is no report of a network that we know. */
export async function findPostbackSubject({
  network: name,
  method,
  raw,
}: InboxRow): Promise<PostbackSubject | null> {
  const network = findNetwork(name)
  if (!network || method === CLAIM_METHOD) return null
  const sent = readSent(network, method, raw)
  const click = sent.click === undefined ? null : await findClick(db, name, sent.click)
  return { sent, click, offer: click && (await findOfferTitle(click, db)) }
}

async function findOfferTitle({ campaign_id }: ReportedClick, reader: Reader): Promise<string> {
  const [offer] = await reader
    .select({ title: campaigns.title })
    .from(campaigns)
    .where(eq(campaigns.id, campaign_id))
  return offer!.title
}

export interface PostbackFacts {
  report: ReportedSale
  click: ReportedClick
  offer: string
  sale: Conversion | null
  userId: number
  inFull: Paise
  upToCap: Paise
  newer: InboxRow[]
}

export async function findPostbackFacts(row: InboxRow, reader: Reader): Promise<PostbackFacts | null> {
  const report = readInboxRow(row)
  if ('quarantined' in report) return null
  const click = await findClick(reader, row.network, report.clickId)
  if (!click) return null
  const identified = identifySale(report, await listSaleCandidates(reader, row.network, report))
  const sale = identified.is === 'new' ? null : identified.sale
  return {
    report,
    click,
    offer: await findOfferTitle(click, reader),
    sale,
    userId: sale?.user_id ?? click.userId,
    inFull: computeUncapped(click, report.amount),
    upToCap: computeCashback(click, report.amount),
    newer: await listNewer(row, report, sale, reader),
  }
}

async function listNewer(
  row: InboxRow,
  report: ReportedSale,
  sale: Conversion | null,
  reader: Reader,
): Promise<InboxRow[]> {
  const waiting = and(
    unsettled(postbackInbox),
    eq(postbackInbox.network, row.network),
    eq(postbackInbox.click_id, report.clickId),
  )
  const rows = await reader
    .select()
    .from(postbackInbox)
    .where(
      and(
        gt(postbackInbox.id, row.id),
        sale ? or(waiting, eq(postbackInbox.conversion_id, sale.id)) : waiting,
      ),
    )
    .orderBy(asc(postbackInbox.id))
    .limit(100)
  return rows.filter((other) => {
    if (sale && other.conversion_id === sale.id) return true
    const read = readInboxRow(other)
    const { conversionId, externalId } = report
    const named = sale ?? { conversion_id: conversionId, external_id: externalId }
    return !('quarantined' in read) && namesSale(read, named)
  })
}

export interface SaleDifference {
  userId: number
  granted: Paise
  pending: Paise
}

/** What `tx`, which has locked the sale, has done to its cashback so far: others still see the sale as it was before. */
export async function findSaleDifference(id: number, tx: Tx): Promise<SaleDifference> {
  const [before, after] = await Promise.all([readSums(id, db), readSums(id, tx)])
  return {
    userId: after!.userId,
    granted: paise(after!.granted - (before?.granted ?? 0n)),
    pending: paise(after!.pending - (before?.pending ?? 0n)),
  }
}

async function readSums(id: number, reader: Reader) {
  const { user_id: userId, granted_paise: granted, pending_paise: pending } = conversions
  const [row] = await reader
    .select({ userId, granted, pending })
    .from(conversions)
    .where(eq(conversions.id, id))
  return row
}
