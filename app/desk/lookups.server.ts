/**
 * Finds what an operator names. Each throws RefusalError if it is not there, or if the name fits several. In a transaction `reader` is the
 * transaction: a second connection may never come while as many changes as there are connections wait for one.
 */
import { parseMobile } from '~/domain/accounts/rules'
import { findUserById, findUserByPhone, type User } from '~/domain/accounts/users.server'
import { findAnyOffer, type OfferSummary } from '~/domain/catalog/offers.server'
import { findStore, type StoreSummary, type StoreRefusal } from '~/domain/catalog/stores.server'
import type { OfferState } from '~/domain/catalog/offers'
import { db, type Reader } from '~/platform/db/client.server'
import { formatTime } from '~/platform/formats/dates'
import { readId } from '~/platform/formats/ids'
import { GUEST_ID } from '~/domain/tracking/guest'
import { WHICH_STORE } from './fields'
import { see, type Hint, type Next } from './operation'
import { RefusalError } from './refusal'

/** `list`: the operation that lists what there is. */
export const explainNotFound = (what: string, list: Next | string): Hint => ({
  text: `There is no ${what}.`,
  next: [typeof list === 'string' ? see(list) : list],
})

export function refuseNotFound(what: string, list: Next | string, field: string): RefusalError {
  const { text, next = [] } = explainNotFound(what, list)
  return new RefusalError(text, field, { next })
}

/** `what`: 'sale 12'. Throws RefusalError for null. */
export function requireFound<Found>(
  found: Found | null | undefined,
  what: string,
  list: Next | string,
  field = 'id',
): Found {
  if (found === null || found === undefined) throw refuseNotFound(what, list, field)
  return found
}

/** Accepts 1001, id:1001 or the mobile number. Also finds deleted accounts. */
export async function requireMember(typed: string, reader: Reader): Promise<User> {
  const phone = parseMobile(typed)
  const id = readId(typed.trim().replace(/^id:/, ''))
  const byPhone = phone ? await findUserByPhone(phone, reader) : null
  const byId = id !== null && id !== GUEST_ID ? await findUserById(id, reader) : null
  if (byPhone && byId && byPhone.id !== byId.id)
    throw new RefusalError(
      `${typed} is the mobile number of member ${byPhone.id} and the number of member ${byId.id}: use ${phone} or id:${id}.`,
      'member',
    )
  const found = byPhone ?? byId
  if (!found)
    throw new RefusalError(`There is no member ${typed}${explainUnknownMember(phone, id)}.`, 'member', {
      next: phone === null && id === null ? [see('users find')] : [],
    })
  return found
}

function explainUnknownMember(phone: string | null, id: number | null): string {
  if (phone) return ': no account has this mobile number'
  return id === null ? ': enter a member’s number or a mobile number' : ''
}

export async function requireStore(which: string, reader: Reader): Promise<StoreSummary> {
  const found = await findStore(which, reader)
  if (!found.ok) throw refuseStore(found, which)
  return found.store
}

function refuseStore(refusal: StoreRefusal, which: string): RefusalError {
  if (refusal.reason === 'no-store')
    return new RefusalError(`There is no store ${which}: give ${WHICH_STORE}.`, 'store')
  const codes = refusal.stores.map(({ coupon_code }) => coupon_code).join(', ')
  return new RefusalError(`Several stores have this name. Use one of these addresses: ${codes}`, 'store')
}

const NO_SUCH_OFFER = 'There is no such offer.'
const SEE_OFFERS = [see('catalogue list')]
export const NO_OFFER = { 'no-offer': { text: NO_SUCH_OFFER, next: SEE_OFFERS } }

export const refuseOffer = (about = ''): RefusalError =>
  new RefusalError(`${about}${NO_SUCH_OFFER}`, 'offer', { next: SEE_OFFERS })

export async function requireOffer(which: string, reader: Reader): Promise<OfferSummary> {
  const found = await findAnyOffer(which, reader)
  if (!found) throw refuseOffer()
  return found
}

export function explainNotShown(
  { title, hidden_reason, starts_at, ends_at }: OfferSummary,
  state: OfferState,
): string {
  if (state === 'hidden') return `‘${title}’ is hidden: ${hidden_reason ?? 'no reason is recorded'}.`
  return state === 'ended'
    ? `‘${title}’ ended at ${formatTime(ends_at!)}.`
    : `‘${title}’ begins at ${formatTime(starts_at!)}.`
}

interface Filter {
  member?: string | undefined
  store?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** The filters that lists share, as the domains take them: `before` is exclusive. Others stay as they are. */
export async function readFilter<Other extends object>({
  member,
  store,
  from,
  to,
  ...others
}: Filter & Other) {
  return {
    ...others,
    ...(from && { from }),
    ...(to && { before: to }),
    ...(member !== undefined && { userId: (await requireMember(member, db)).id }),
    ...(store !== undefined && { storeId: (await requireStore(store, db)).id }),
  }
}
