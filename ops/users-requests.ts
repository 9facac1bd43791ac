/** `users export`, `erase` and `unsubscribe`: what members can do themselves, for those who ask for it in writing. */
import type { Command } from 'commander'
import { maskEmail, normalizeEmail } from '~/accounts/rules'
import type { User } from '~/accounts/users.server'
import { markCsv } from '~/csv'
import { formatRupees } from '~/money'
import { unsubscribeAddress } from '~/outreach/newsletter.server'
import { closeAccount, readDeletion } from '~/privacy/deletion.server'
import { writeCsv, writeJson } from '~/privacy/export.server'
import { reserveNew } from './files'
import { requireMember, WHO } from './members'
import { lines, text, type Shown } from './shown'
import { RefusedCommand, say, sayCsv, sayJsonPart, UsageError } from './terminal'

export function addRequests(group: Command): void {
  group
    .command('export')
    .argument('<user>', WHO)
    .description('all that is held about a member, as the member downloads it at /Account/Privacy')
    .option('--out <file>', 'a new file, which only you can read (default: print it)')
    .option('--csv', 'as CSV (default: JSON)')
    .action(exportData)
  group
    .command('erase')
    .argument('<user>', WHO)
    .description('delete an account for good, as the member does at /Account/Privacy')
    .option('--forfeit', 'the member gives up what is in the wallet and what is pending')
    .option('-y, --yes', 'do it; without this it only says what would be')
    .action(erase)
  group
    .command('unsubscribe')
    .argument('<user-or-e-mail>', `${WHO}, or the e-mail address`)
    .description('end the newsletter for an address, as its link does')
    .action(unsubscribe)
}

async function requireAccount(typed: string): Promise<User> {
  const user = await requireMember(typed)
  if (user.deleted_at) throw new RefusedCommand(`Member ${user.id} has deleted the account already.`)
  return user
}

async function exportData(typed: string, { out, csv }: { out?: string; csv?: boolean }): Promise<void> {
  const { id } = await requireAccount(typed)
  if (out === undefined) {
    for await (const part of csv ? writeCsv(id) : writeJson(id)) (csv ? sayCsv : sayJsonPart)(part)
    return
  }
  const file = reserveNew(out)
  try {
    let all = ''
    for await (const part of csv ? markCsv(writeCsv(id)) : writeJson(id)) all += part
    file.write(all)
  } finally {
    file.giveUp()
  }
  say`All that is held about member ${id} is in ${out}, which only you can read.`
}

async function erase(
  typed: string,
  { forfeit = false, yes }: { forfeit?: boolean; yes?: boolean },
): Promise<void> {
  const { id } = await requireAccount(typed)
  const { available, pending, onItsWay, debt, isHeld } = await readDeletion(id)
  if (onItsWay > 0n) throw onItsWayRefusal(id)
  const kept = keptWords(debt, isHeld)
  if (!yes) {
    say`Member ${id} would have no account any more: whatever names the person is erased for good, and the records of money stay without a name.`
    if (kept.length) say(lines(kept))
  }
  if (!forfeit && (available > 0n || pending > 0n)) throw forfeitRefusal(id, available, pending)
  if (!yes) throw new RefusedCommand('Nothing is done yet: --yes erases it.')
  const closed = await closeAccount(id, { forfeit })
  if (!closed.ok)
    throw closed.reason === 'on-its-way'
      ? onItsWayRefusal(id)
      : forfeitRefusal(id, closed.available, closed.pending)
  say`Member ${id} has no account any more.`
  if (kept.length) say(lines(kept))
}

function keptWords(debt: bigint, isHeld: boolean): Shown[] {
  const what = [...(debt > 0n ? [`the debt of ${formatRupees(debt)}`] : []), ...(isHeld ? ['the hold'] : [])]
  return what.map(
    (one) =>
      text`Kept under a keyed hash of the mobile number: ${one}. An account that is opened with the number within 90 days takes it over.`,
  )
}

const onItsWayRefusal = (id: number) =>
  new RefusedCommand(
    `Money is on its way to member ${id}: wait until it has arrived, or give it back. \`withdrawals list --member ${id}\` shows it.`,
  )

const forfeitRefusal = (id: number, available: bigint, pending: bigint) =>
  new RefusedCommand(
    `With the account member ${id} loses ${formatRupees(available)} in the wallet and ${formatRupees(pending)} pending: --forfeit says that the member gives them up.`,
  )

async function unsubscribe(typed: string): Promise<void> {
  const email = typed.includes('@') ? readAddress(typed) : (await requireAccount(typed)).email
  if (!email) throw new RefusedCommand('This member has no e-mail address.')
  const ended = await unsubscribeAddress(email)
  if (!ended.ok) throw new RefusedCommand(`${maskEmail(email)} never subscribed to the newsletter.`)
  if (ended.left) return say`${maskEmail(email)} had left the newsletter already.`
  say`${maskEmail(email)} gets the newsletter no longer.`
}

function readAddress(typed: string): string {
  const email = normalizeEmail(typed)
  if (!email) throw new UsageError(`${typed} is no e-mail address.`)
  return email
}
