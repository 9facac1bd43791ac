import { db, type Tx } from '~/platform/db/client.server'
import { formatRupees, paise } from '~/platform/formats/money'
import { isEnd } from '~/domain/tracking/conversions'
import type { InboxRow } from '~/domain/tracking/inbox-row.server'
import { findPostback, getPostbackState, listReplayable } from '~/domain/tracking/postbacks.server'
import {
  findPostbackFacts,
  findSaleDifference,
  type SaleDifference,
} from '~/domain/tracking/postback-facts.server'
import {
  correctPostback,
  dismissPostback,
  replayPostback,
  resolveAccepted,
} from '~/domain/tracking/quarantine.server'
import { noteChange } from '../changed'
import { describeRow, describeRows } from '../columns'
import { defineChange, defineJob } from '../define'
import { defineEach } from '../each-chosen'
import { forEachRow, listRefusals } from '../each-row.server'
import * as field from '../fields'
import { refuseNotFound } from '../lookups.server'
import { see, type FieldChange } from '../operation'
import { refuseAll, RefusalError, requireDone, type Reasons, type ExtractRefusal } from '../refusal'
import { excludes, atLeastOne } from '../relations'
import { FACT_COLUMNS, filters, POSTBACK_COLUMNS, requirePostback } from './look'

/** The number of a new sale is assigned when it is done. */
const describeAfter = (before: InboxRow, after: InboxRow) =>
  describeRow(POSTBACK_COLUMNS, after).map((fact) =>
    fact.name === 'conversion_id' ? { ...fact, isAssigned: before.conversion_id === null } : fact,
  )

const describeChange = (before: InboxRow, after: InboxRow): FieldChange[] => [
  noteChange(`postback ${after.id}`, 'state', getPostbackState(before), getPostbackState(after)),
]

export const replay = defineJob({
  name: 'postbacks replay',
  title: 'Replay postbacks',
  summary: 'reprocess postbacks that are quarantined or unprocessed',
  role: 'finance',
  confirm: 'money',
  continues: 'by rows',
  input: {
    ids: field
      .several(
        field.id('their numbers in the list; none: all that are in quarantine and match', {
          place: 'argument',
        }),
      )
      .optional(),
    ...filters,
  },
  relations: [excludes('ids', 'network', 'reason')],
  async run({ ids, ...filter }, context) {
    const unique = ids ? [...new Set(ids)] : await listReplayable(filter)
    const outcomes = await forEachRow(
      unique,
      context,
      (one) => `postback ${one}`,
      async (one, tx) => {
        const before = await requirePostback(one, tx)
        const after = await readDone(one, tx, await replayPostback(one, tx))
        // A new sale's number is assigned when it is done: each preview has another one.
        return context.apply ? after : { ...after, conversion_id: before.conversion_id }
      },
    )
    const rows = outcomes.flatMap(({ done }) => done ?? [])
    const problems = listRefusals(outcomes)
    if (problems.length && !rows.length) throw refuseAll(problems)
    return {
      effect: `Processes ${rows.length === 1 ? `postback ${rows[0]!.id}` : `${rows.length} postbacks`} again`,
      tables: [describeRows('postbacks', POSTBACK_COLUMNS, rows, { none: 'Nothing is in quarantine.' })],
      problems,
    }
  },
})

export const accept = defineChange({
  name: 'postbacks accept',
  title: 'Accept a postback',
  summary: 'credit a quarantined postback, in full or less',
  role: 'finance',
  confirm: 'money',
  input: {
    id: field.listNumber,
    reason: field.text('why; it is kept with the postback'),
    upToCap: field.yes('no more than the cap'),
    amount: field.money('this amount').optional(),
    newSale: field.yes('of an unclear one: another item of the order'),
    sale: field.sale('of an unclear one: a correction of this sale').optional(),
  },
  relations: [excludes('upToCap', 'amount'), excludes('newSale', 'sale')],
  creditsByHand: true,
  async run({ id, reason, upToCap, amount, newSale, sale }, context, tx) {
    const before = await requirePostback(id, tx)
    const facts = await findPostbackFacts(before, tx)
    const answer = newSale ? 'new' : sale
    const how = amount ?? (upToCap || answer !== undefined ? 'up-to-cap' : 'in-full')
    const after = await readDone(
      id,
      tx,
      await resolveAccepted(id, reason, how, answer, { hand: context.hand, within: tx }),
    )
    const credit = typeof how === 'bigint' ? how : how === 'in-full' ? facts?.inFull : facts?.upToCap
    const isCredited = facts && credit !== undefined && !isEnd(facts.report.report)
    return {
      effect: isCredited
        ? `Credits ${formatRupees(credit)} to member ${facts.userId} for postback ${id}`
        : `Accepts postback ${id}`,
      facts: [
        ...describeAfter(before, after),
        { name: 'quarantined_for', kind: 'text', value: before.reason },
        ...(facts ? describeRow(FACT_COLUMNS, facts) : []),
      ],
      changed: describeChange(before, after),
    }
  },
})

export const correct = defineChange({
  name: 'postbacks correct',
  title: 'Correct the amount',
  summary: 'apply a quarantined postback with the amounts that the network confirmed; a second person agrees',
  role: 'finance',
  confirm: 'money',
  creditsByHand: true,
  needsSecondPerson: () => 'What is credited by it follows from an amount that a person typed.',
  input: {
    id: field.listNumber,
    amount: field.money('what the customer paid, as the network confirmed it').optional(),
    commission: field.money('the commission, as the network confirmed it', { allowZero: true }).optional(),
    reason: field.text('who confirmed it, and when; it is kept with the postback'),
  },
  relations: [atLeastOne('amount', 'commission')],
  async run({ id, amount = null, commission = null, reason }, { hand }, tx) {
    const before = await requirePostback(id, tx)
    const { added } = requireDone(
      await correctPostback(id, reason, { sale: amount, commission }, { hand, within: tx }),
      null,
      explainRefusals(id),
    )
    // By another connection: the sale as it was before.
    const facts = await findPostbackFacts(added, db)
    const sale = added.conversion_id === null ? null : await findSaleDifference(added.conversion_id, tx)
    return {
      effect: `Corrects postback ${id}${sale ? describeDifference(sale) : NOTHING_CREDITED}`,
      facts: [
        ...(facts ? describeRow(FACT_COLUMNS, facts) : []),
        ...describeAfter(before, (await findPostback(id, tx))!),
        { name: 'quarantined_for', kind: 'text', value: before.reason },
      ],
      notes: ['It is stored once more as a row of the network’s file; this one no longer waits.'],
      changed: describeChange(before, (await findPostback(id, tx))!),
    }
  },
})

const NOTHING_CREDITED = '; nothing is credited'

/** What the sale had before counts: only the rest is credited. A guest's sale has no cashback. */
function describeDifference({ userId, granted, pending }: SaleDifference): string {
  if (granted > 0n) return `: credits ${formatRupees(granted)} to member ${userId}`
  if (granted < 0n) return `: takes back ${formatRupees(paise(0n - granted))} from member ${userId}`
  if (pending === 0n) return NOTHING_CREDITED
  const difference = formatRupees(paise(pending > 0n ? pending : 0n - pending))
  return `: ${difference} ${pending > 0n ? 'more' : 'less'} is pending for member ${userId}${NOTHING_CREDITED}`
}

export const dismiss = defineChange({
  name: 'postbacks dismiss',
  title: 'Dismiss a postback',
  summary: 'do nothing about a quarantined postback; it leaves the quarantine',
  role: 'finance',
  confirm: 'ask',
  input: {
    id: field.listNumber,
    reason: field.text('why nothing is to be done; it is kept with the postback'),
  },
  async run({ id, reason }, _, tx) {
    const before = await requirePostback(id, tx)
    const after = await readDone(id, tx, await dismissPostback(id, reason, tx))
    return {
      effect: `Does nothing about postback ${id}, and takes it out of the quarantine`,
      facts: describeRow(POSTBACK_COLUMNS, after),
      changed: describeChange(before, after),
    }
  },
})

export const dismissEach = defineEach({
  name: 'postbacks dismiss-each',
  title: 'Dismiss postbacks',
  summary: 'do nothing about several quarantined postbacks; they leave the quarantine',
  of: dismiss,
  one: 'postback',
  verb: 'Does nothing about',
  isNewestFirst: true,
  toRecord: (id) => see('postbacks show', { id }),
})

type Outcome = Awaited<ReturnType<typeof resolveAccepted | typeof dismissPostback | typeof correctPostback>>

const explainRefusals = (id: number): Reasons<ExtractRefusal<Outcome>> => ({
  'not-found': refuseNotFound(`postback ${id}`, 'postbacks list', 'id'),
  settled: ({ state }) =>
    new RefusalError(`Postback ${id} is ${state}: there is nothing to do about it.`, 'id'),
  'not-overridable': {
    text: `Postback ${id} cannot be accepted: only what is above a limit and an approval after a rejection can. Replay it when its cause is gone, or ask the network.`,
    next: [see('postbacks replay', { ids: id })],
  },
  'needs-answer': {
    text: `Postback ${id} may be another item of an order or a correction. Ask the network, then say that it is a new sale, or name the sale that it corrects.`,
    fields: ['newSale', 'sale'],
  },
  'needs-no-answer': {
    text: `It is clear which sale postback ${id} is about: do not say that it is new, and name no sale.`,
    fields: ['newSale', 'sale'],
  },
  'not-correctable': `Of postback ${id} no amount is in doubt: look at what it waits for.`,
  'other-currency': {
    text: 'Both amounts are needed in rupees: what is left would be read as rupees.',
    fields: ['commission', 'amount'],
  },
  superseded: `Postback ${id} is superseded by a later report of the sale.`,
  'still-quarantined': ({ verdict }) => `Postback ${id} stays in quarantine: ${verdict.reason}.`,
})

/** Returns the row as it is now. Throws RefusalError with the reason. */
async function readDone(id: number, tx: Tx, outcome: Outcome): Promise<InboxRow> {
  requireDone(outcome, null, explainRefusals(id))
  return (await findPostback(id, tx))!
}
