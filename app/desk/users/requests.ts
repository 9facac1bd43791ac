import { normalizeEmail } from '~/domain/accounts/rules'
import { maskEmail } from '~/platform/formats/email-address'
import type { User } from '~/domain/accounts/users.server'
import { markCsv } from '~/platform/formats/csv'
import { formatRupees } from '~/platform/formats/money'
import { db, type Reader } from '~/platform/db/client.server'
import { joinParts } from '~/platform/formats/parts'
import { noteChange } from '../changed'
import { defineChange, defineJob } from '../define'
import { makeField } from '../field'
import * as field from '../fields'
import { requireMember } from '../lookups.server'
import { listIf, see } from '../operation'
import { RefusalError, requireDone } from '../refusal'
import { user } from '../user-look'

async function requireAccount(typed: string, reader: Reader): Promise<User> {
  const found = await requireMember(typed, reader)
  if (found.deleted_at) throw new RefusalError(`Member ${found.id} has already deleted the account.`, 'user')
  return found
}

export const exportData = defineJob({
  name: 'users export',
  title: 'Export a member’s data',
  summary: 'export all data about a member, as the member can at /Account/Privacy',
  role: 'owner',
  makes: 'member’s data',
  input: { user, format: field.choice('of the file; default: json', ['json', 'csv']).optional() },
  async run({ user, format = 'json' }) {
    const { id } = await requireAccount(user, db)
    const { streamCsv, streamJson } = await import('~/domain/privacy/export.server')
    const parts = format === 'csv' ? markCsv(streamCsv(id)) : streamJson(id)
    return {
      effect: `Writes all data held about member ${id}`,
      file: { name: `member-${id}.${format}`, content: await joinParts(parts) },
    }
  },
})

export const erase = defineChange({
  name: 'users erase',
  title: 'Erase a member',
  summary: 'delete an account permanently, as the member can at /Account/Privacy',
  role: 'owner',
  confirm: 'money',
  input: { user, forfeit: field.yes('the member gives up the balance and the pending cashback') },
  async run({ user, forfeit }, _, tx) {
    const { id } = await requireAccount(user, tx)
    const { closeAccount, readDeletion } = await import('~/domain/privacy/deletion.server')
    const { debt, isHeld } = await readDeletion(id, tx)
    requireDone(await closeAccount(id, { forfeit }, tx), 'forfeit', {
      'on-its-way': new RefusalError(
        `A withdrawal of member ${id} is being paid: wait until it is paid, or mark it as failed.`,
        undefined,
        { next: [see('withdrawals list', { member: id })] },
      ),
      forfeit: ({ available, pending }) =>
        `Member ${id} would lose ${formatRupees(available)} in the wallet and ${formatRupees(pending)} pending: confirm that the member gives them up.`,
    })
    const kept = [...listIf(debt > 0n, `the debt of ${formatRupees(debt)}`), ...listIf(isHeld, 'the hold')]
    return {
      effect: `Deletes the account of member ${id}`,
      notes: [
        'Personal data is erased permanently, and financial records remain without a name.',
        ...kept.map(
          (what) =>
            `Kept under a keyed hash of the mobile number: ${what}. An account opened with this number within 90 days takes it over.`,
        ),
      ],
      changed: [noteChange(`member ${id}`, 'account', 'open', 'deleted')],
    }
  },
})

export const unsubscribe = defineChange({
  name: 'users unsubscribe',
  title: 'Unsubscribe from the newsletter',
  summary: 'unsubscribe an address from the newsletter, as its unsubscribe link does',
  role: 'support',
  input: {
    who: makeField(
      'text',
      'the e-mail address, the member’s number or the mobile number',
      'It must be an e-mail address, a member’s number or a mobile number.',
      (typed) => (typed.includes('@') ? normalizeEmail(typed) : typed.trim()) || undefined,
      { place: 'argument' },
    ),
  },
  async run({ who }, _, tx) {
    const email = who.includes('@') ? who : (await requireAccount(who, tx)).email
    if (!email) throw new RefusalError('This member has no e-mail address.', 'who')
    const { unsubscribeAddress } = await import('~/domain/outreach/newsletter.server')
    const name = maskEmail(email)
    const { left } = requireDone(await unsubscribeAddress(email, tx), 'who', {
      unknown: `${name} never subscribed to the newsletter.`,
    })
    return {
      effect: `Unsubscribes ${name} from the newsletter`,
      notes: listIf(left, `${name} had already unsubscribed.`),
      changed: left ? [] : [noteChange('a subscription', 'unsubscribed_at', null, 'now')],
    }
  },
})
