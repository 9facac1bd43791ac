import { formatPayout } from '~/platform/formats/money'
import type { Actor } from '~/desk/actor.server'
import { maskCell, type CellKind } from '~/desk/cells'
import { findOperation } from '~/desk/find-operation'
import { logReading } from '~/desk/logged-call.server'
import { hasSearchedTooOften } from '~/desk/search-limit.server'
import { listOffers } from '~/domain/catalog/offers.server'
import { searchStores } from '~/domain/catalog/stores.server'
import { searchMembers } from '~/domain/tracking/search.server'
import { seesPeople } from '~/desk/roles'
import { readDeskCall } from './views/typed.server'

export interface DeskSuggestion {
  /** What the field takes. */
  value: string
  label: string
}

const MOST = 10
const SHORTEST = 3

type Read = (actor: Actor, typed: string) => Promise<DeskSuggestion[]>

/** Counts and is logged as a search of its operator. */
async function suggestMembers(actor: Actor, typed: string): Promise<DeskSuggestion[]> {
  if (!seesPeople(actor.role)) return []
  const read = readDeskCall(
    await findOperation('search'),
    { typed: { words: typed }, files: {}, uncovers: false },
    actor,
  )
  if (!read.ok) return []
  const reader = { role: actor.role, uncovers: false }
  const show = (kind: CellKind, value: string | null) => maskCell(kind, value, reader)
  return logReading(read.call, async () => {
    if (await hasSearchedTooOften(actor.by)) return []
    const found = await searchMembers(typed)
    return found.slice(0, MOST).map(({ id, username, phone_number: phone, email }) => ({
      value: String(id),
      label: [show('name', username), show('phone', phone), show('email', email)].filter(Boolean).join(', '),
    }))
  })
}

const suggestStores: Read = async (_, typed) =>
  (await searchStores(typed, MOST)).map(({ name, coupon_code }) => ({ value: coupon_code, label: name }))

const suggestOffers: Read = async (_, typed) =>
  (await listOffers({ search: typed }, { limit: MOST })).map((offer) => ({
    value: String(offer.id),
    label: [offer.brand, offer.title, formatPayout(offer)].filter(Boolean).join(', '),
  }))

const KINDS: Readonly<Record<string, Read>> = {
  member: suggestMembers,
  store: suggestStores,
  offer: suggestOffers,
}

/** Empty for an unknown kind, for less than three characters, and where the role may not see them. */
export async function readSuggestions(actor: Actor, data: FormData): Promise<DeskSuggestion[]> {
  const [kind, given] = [data.get('kind'), data.get('typed')]
  if (typeof kind !== 'string' || typeof given !== 'string') return []
  const typed = given.replaceAll('\0', '').trim()
  if (!Object.hasOwn(KINDS, kind) || typed.length < SHORTEST || typed.length > 100) return []
  return KINDS[kind]!(actor, typed)
}
