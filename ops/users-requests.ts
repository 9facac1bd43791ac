// Self-service actions for members who request them in writing.
import type { Command } from 'commander'
import { maskEmail, normalizeEmail } from '~/accounts/rules'
import type { User } from '~/accounts/users.server'
import { markCsv } from '~/formats/csv'
import { formatRupees } from '~/formats/money'
import { unsubscribeAddress } from '~/outreach/newsletter.server'
import { closeAccount, readDeletion } from '~/privacy/deletion.server'
import { writeCsv, writeJson } from '~/privacy/export.server'
import { reserveNew } from './files'
import { requireMember, WHO } from './members'
import { lines, text, type SafeText } from './safe-text'
import { RefusedCommand, print, printCsv, printJsonPart, UsageError } from './terminal'

export function addRequests(group: Command): void {
  group
    .command('export')
    .argument('<user>', WHO)
    .description('export all data about a member, as the member can at /Account/Privacy')
    .option('--out <file>', 'write to a new file readable only by you (default: print)')
    .option('--csv', 'as CSV (default: JSON)')
    .action(exportData)
  group
    .command('erase')
    .argument('<user>', WHO)
    .description('delete an account permanently, as the member can at /Account/Privacy')
    .option('--forfeit', 'the member gives up the balance and the pending cashback')
    .option('-y, --yes', 'erase (default: dry run)')
    .action(erase)
  group
    .command('unsubscribe')
    .argument('<user-or-e-mail>', `${WHO}, or the e-mail address`)
    .description('unsubscribe an address from the newsletter, as its unsubscribe link does')
    .action(unsubscribe)
}

async function requireAccount(typed: string): Promise<User> {
  const user = await requireMember(typed)
  if (user.deleted_at) throw new RefusedCommand(`Member ${user.id} has already deleted the account.`)
  return user
}

async function exportData(typed: string, { out, csv }: { out?: string; csv?: boolean }): Promise<void> {
  const { id } = await requireAccount(typed)
  if (out === undefined) {
    for await (const part of csv ? writeCsv(id) : writeJson(id)) (csv ? printCsv : printJsonPart)(part)
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
  print`All data held about member ${id} is in ${out}, which only you can read.`
}

async function erase(
  typed: string,
  { forfeit = false, yes }: { forfeit?: boolean; yes?: boolean },
): Promise<void> {
  const { id } = await requireAccount(typed)
  const { available, pending, onItsWay, debt, isHeld } = await readDeletion(id)
  if (onItsWay > 0n) throw onItsWayRefusal(id)
  const kept = keptFacts(debt, isHeld)
  if (!yes) {
    print`The account of member ${id} would be deleted: personal data is erased permanently, and financial records remain without a name.`
    if (kept.length) print(lines(kept))
  }
  if (!forfeit && (available > 0n || pending > 0n)) throw forfeitRefusal(id, available, pending)
  if (!yes) throw new RefusedCommand('Nothing was erased: confirm with --yes.')
  const closed = await closeAccount(id, { forfeit })
  if (!closed.ok)
    throw closed.reason === 'on-its-way'
      ? onItsWayRefusal(id)
      : forfeitRefusal(id, closed.available, closed.pending)
  print`The account of member ${id} is deleted.`
  if (kept.length) print(lines(kept))
}

function keptFacts(debt: bigint, isHeld: boolean): SafeText[] {
  const what = [...(debt > 0n ? [`the debt of ${formatRupees(debt)}`] : []), ...(isHeld ? ['the hold'] : [])]
  return what.map(
    (one) =>
      text`Kept under a keyed hash of the mobile number: ${one}. An account opened with this number within 90 days takes it over.`,
  )
}

const onItsWayRefusal = (id: number) =>
  new RefusedCommand(
    `A withdrawal of member ${id} is being paid: wait until it is paid, or mark it as failed. \`withdrawals list --member ${id}\` shows it.`,
  )

const forfeitRefusal = (id: number, available: bigint, pending: bigint) =>
  new RefusedCommand(
    `Member ${id} would lose ${formatRupees(available)} in the wallet and ${formatRupees(pending)} pending: confirm with --forfeit that the member gives them up.`,
  )

async function unsubscribe(typed: string): Promise<void> {
  const email = typed.includes('@') ? readAddress(typed) : (await requireAccount(typed)).email
  if (!email) throw new RefusedCommand('This member has no e-mail address.')
  const ended = await unsubscribeAddress(email)
  if (!ended.ok) throw new RefusedCommand(`${maskEmail(email)} never subscribed to the newsletter.`)
  if (ended.left) return print`${maskEmail(email)} had already unsubscribed.`
  print`${maskEmail(email)} is unsubscribed from the newsletter.`
}

function readAddress(typed: string): string {
  const email = normalizeEmail(typed)
  if (!email) throw new UsageError(`${typed} is not an e-mail address.`)
  return email
}
