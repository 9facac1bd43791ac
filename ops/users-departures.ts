import { formatDate, formatTime } from '~/formats/dates'
import { formatPlain, formatRupees, paise } from '~/formats/money'
import { findDepartures } from '~/privacy/departures.server'
import type { Departure } from '~/privacy/inherited-debt.server'
import { liftDepartures, type Lifted } from '~/privacy/lift-departures.server'
import { parseMobile } from './members'
import { RefusedCommand, print } from './terminal'

export async function lift(text: string, { reason }: { reason: string }): Promise<void> {
  const phone = parseMobile(text)
  const found = phone
    ? await findDepartures({ phone })
    : /^[1-9]\d{0,14}$/.test(text)
      ? await findDepartures({ userId: Number(text) })
      : []
  const open = found.filter((departure) => !departure.lifted_at).map(({ id }) => id)
  const lifted = open.length ? await liftDepartures(open, reason) : []
  if (!lifted.length)
    throw new RefusedCommand(`There is no debt or hold of a deleted account to lift for ${text}.`)
  for (const departure of lifted) {
    print`${departureText(departure)} It no longer counts.`
    if (departure.leftOut > 0n) print`${leftOutText(departure)}`
  }
}

/** The write-off may have been meant for another debt of the member. */
function leftOutText({ returned_as, leftOut }: Lifted): string {
  const amount = formatRupees(leftOut)
  return `${amount} of it is not given back: it was written off since. If another debt of member ${returned_as} was meant, correct it: adjustments add --member ${returned_as} --kind credit --amount ${formatPlain(leftOut)} --reason "…"`
}

const keptText = ({ moved_paise }: Departure): string =>
  moved_paise > 0n ? ` Written off and not given back: ${formatRupees(paise(moved_paise))}.` : ''

export function departureText(departure: Departure): string {
  const { user_id, left_at, debt_paise, forfeited_paise, hold_until, returned_as, inherited, moved_paise } =
    departure
  const owed = debt_paise > 0n ? `owing ${formatRupees(paise(debt_paise))}` : ''
  const gaveUp = forfeited_paise > 0n ? `giving up ${formatRupees(paise(forfeited_paise))}` : ''
  const held = hold_until ? `on hold until ${formatTime(hold_until)}` : ''
  const returned =
    returned_as === null
      ? ''
      : inherited
        ? ` Member ${returned_as} came back with the number${departure.lifted_at ? '' : ` and took over ${formatRupees(paise(moved_paise))}`}.`
        : ` Member ${returned_as} came with the number after more than 90 days and took over nothing.`
  const lifted = departure.lifted_at ? ` Lifted: ${departure.lifted_reason}.${keptText(departure)}` : ''
  return `Member ${user_id} left on ${formatDate(left_at)}${[owed, held, gaveUp]
    .filter(Boolean)
    .map((fact, i) => `${i ? ',' : ''} ${fact}`)
    .join('')}.${returned}${lifted}`
}
