import { formatRupees, type Paise } from '~/formats/money'
import type { Accept } from '~/tracking/evaluate-report'
import type { InboxRow } from '~/tracking/inbox-row.server'
import { findPostbackFacts } from '~/tracking/postback-facts.server'
import { dismissPostback, resolveAccepted } from '~/tracking/quarantine.server'
import { toJson, noPostback, requirePostback, printFacts, describeOutcome } from './postbacks-list'
import { type Answers, confirm, confirmMoney, RefusedCommand, print, printJson, UsageError } from './terminal'

export async function resolve(
  id: number,
  { accept, dismiss, upToCap, amount, newSale, sale, yes, json }: Decision,
): Promise<void> {
  const words = accept ?? dismiss
  if (words === undefined) throw new UsageError('Pass --accept WHY or --dismiss WHY')
  const answer = newSale ? 'new' : sale
  const how = amount ?? (upToCap || answer !== undefined ? 'up-to-cap' : 'in-full')
  const found = await requirePostback(id)
  if (accept === undefined)
    await confirm(`Do nothing about postback ${id} (${describeOutcome(found)})?`, { yes })
  else await confirmCredit(found, how, { yes, json })
  const done =
    accept === undefined ? await dismissPostback(id, words) : await resolveAccepted(id, words, how, answer)
  if (!done.ok) throw toRefusal(id, done)
  const row = await requirePostback(id)
  if (json) return printJson(toJson(row))
  print`Postback ${id} is resolved${accept === undefined ? '' : ` and ${row.outcome}`}.`
}

interface Decision extends Answers {
  accept?: string
  dismiss?: string
  upToCap?: boolean
  amount?: Paise
  newSale?: boolean
  sale?: number
}

async function confirmCredit(row: InboxRow, how: Accept, { yes, json }: Answers): Promise<void> {
  const facts = await findPostbackFacts(row)
  if (facts && !json && !yes) printFacts(facts)
  const amount = !facts || typeof how === 'bigint' ? how : how === 'in-full' ? facts.inFull : facts.upToCap
  const sum =
    facts && typeof amount === 'bigint' ? `${formatRupees(amount)} to member ${facts.userId} for ` : ''
  await confirmMoney(`Credit ${sum}postback ${row.id} (${describeOutcome(row)})?`, { yes })
}

type Refusal = Exclude<Awaited<ReturnType<typeof resolveAccepted>>, { ok: true }>

export function toRefusal(id: number, refusal: Refusal): RefusedCommand {
  switch (refusal.reason) {
    case 'not-found':
      return noPostback(id)
    case 'settled':
      return new RefusedCommand(`Postback ${id} is ${refusal.state}: there is nothing to do about it.`)
    case 'not-overridable':
      return new RefusedCommand(
        `Postback ${id} cannot be accepted: only what is above a limit and an approval after a rejection can. \`replay\` it when its cause is gone, or ask the network.`,
      )
    case 'needs-answer':
      return new RefusedCommand(
        `Postback ${id} may be another item of an order or a correction. Ask the network, then pass --new-sale, or --sale with the sale that it corrects.`,
      )
    case 'needs-no-answer':
      return new RefusedCommand(
        `It is clear which sale postback ${id} is about: --new-sale and --sale do not apply.`,
      )
    case 'superseded':
      return new RefusedCommand(`Postback ${id} is superseded: a later report of the sale replaces it.`)
    case 'still-quarantined':
      return new RefusedCommand(`Postback ${id} stays in quarantine: ${refusal.verdict.reason}.`)
  }
}
