import { parseMobile } from '~/domain/accounts/rules'
import { formatDate, formatTime } from '~/platform/formats/dates'
import { readId } from '~/platform/formats/ids'
import { formatPlain, formatRupees, paise } from '~/platform/formats/money'
import { findDepartures } from '~/domain/privacy/departures.server'
import type { Departure } from '~/domain/privacy/inherited-debt.server'
import type { Tx } from '~/platform/db/client.server'
import type { LiftOutcome } from '~/domain/privacy/lift-departures.server'
import { noteChange } from './changed'
import { defineChange } from './define'
import * as field from './fields'
import { requireNoGain } from './gains.server'
import { RefusalError } from './refusal'
import { see, type Remark } from './operation'

export const lift = defineChange({
  name: 'users lift',
  title: 'Lift an inherited debt or hold',
  summary: 'lift the debt and hold that a deleted account passes on to the next account of its number',
  role: 'owner',
  confirm: 'money',
  input: {
    user: field.member('who left or who came back', { place: 'argument' }),
    reason: field.text('reason, for the record'),
  },
  async run({ user, reason }, context, tx) {
    const open = (await findDeparturesOfMember(user, tx)).filter(({ lifted_at }) => !lifted_at)
    for (const { returned_as } of open)
      if (returned_as !== null) await requireNoGain(context, returned_as, tx)
    const lifted = open.length
      ? await (
          await import('~/domain/privacy/lift-departures.server')
        ).liftDepartures(
          open.map(({ id }) => id),
          reason,
          tx,
        )
      : []
    if (!lifted.length)
      throw new RefusalError(`There is no debt or hold of a deleted account to lift for ${user}.`, 'user')
    return {
      effect: `Lifts the debt and hold that ${lifted.map(({ user_id }) => `member ${user_id}`).join(', ')} left behind`,
      notes: lifted.flatMap((departure) => [describeDeparture(departure), ...describeLeftOut(departure)]),
      changed: lifted.map(({ id, lifted_at }) =>
        noteChange(`departure ${id}`, 'lifted_at', lifted_at, 'now'),
      ),
    }
  },
})

async function findDeparturesOfMember(member: string, tx: Tx): Promise<Departure[]> {
  const phone = parseMobile(member)
  if (phone) return findDepartures({ phone }, tx)
  const userId = readId(member)
  return userId === null ? [] : findDepartures({ userId }, tx)
}

/** The write-off may have been meant for another debt of the member. */
function describeLeftOut({ returned_as, leftOut }: LiftOutcome): Remark[] {
  if (leftOut === 0n) return []
  return [
    {
      text: `${formatRupees(leftOut)} of it is not given back: it was written off since. If another debt of member ${returned_as} was meant, correct it.`,
      next: [see('adjustments add', { member: returned_as!, kind: 'credit', amount: formatPlain(leftOut) })],
    },
  ]
}

const describeKept = ({ moved_paise }: Departure): string =>
  moved_paise > 0n ? ` Written off and not given back: ${formatRupees(paise(moved_paise))}.` : ''

export function describeDeparture(departure: Departure): string {
  const { user_id, left_at, debt_paise, forfeited_paise, hold_until, lifted_at, lifted_reason } = departure
  const facts = [
    debt_paise > 0n && `owing ${formatRupees(paise(debt_paise))}`,
    hold_until && `on hold until ${formatTime(hold_until)}`,
    forfeited_paise > 0n && `giving up ${formatRupees(paise(forfeited_paise))}`,
  ].filter(Boolean)
  const lifted = lifted_at ? ` Lifted: ${lifted_reason}.${describeKept(departure)}` : ''
  const left = `Member ${user_id} left on ${formatDate(left_at)}${facts.length ? ` ${facts.join(', ')}` : ''}.`
  return `${left}${describeReturn(departure)}${lifted}`
}

function describeReturn({ returned_as, inherited, moved_paise, lifted_at }: Departure): string {
  if (returned_as === null) return ''
  if (!inherited)
    return ` Member ${returned_as} came with the number after more than 90 days and took over nothing.`
  const took = lifted_at ? '' : ` and took over ${formatRupees(paise(moved_paise))}`
  return ` Member ${returned_as} came back with the number or a destination${took}.`
}
