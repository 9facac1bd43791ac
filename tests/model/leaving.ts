import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { hashPassword } from '~/domain/accounts/passwords.server'
import { insertUser } from '~/domain/accounts/users.server'
import { db } from '~/platform/db/client.server'
import { deleteAccount } from '~/domain/privacy/deletion.server'
import { findDepartures, inheritFromDeparture } from '~/domain/privacy/departures.server'
import { liftDepartures } from '~/domain/privacy/lift-departures.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { rewrite } from '../support/rewrite'
import { accountName, renameKeys } from './departures'
import { noted } from './operator'
import type { World } from './world'

const PASSWORD = 'a quiet river'
let hash: Promise<string> | undefined

const phones = new WeakMap<World, Map<string, string>>()

function findPhone(world: World, name: string): string {
  const all = phones.get(world) ?? new Map<string, string>()
  phones.set(world, all)
  const phone = all.get(name) ?? `+919${String(randomInt(1_000_000_000)).padStart(9, '0')}`
  all.set(name, phone)
  return phone
}

/** Renames the deleted account in the world. */
export async function leave(world: World, name: string, forfeit: boolean): Promise<string> {
  const id = world.people.get(name)
  if (id === undefined) return 'away'
  const phone_number = findPhone(world, name)
  const password_hash = await (hash ??= hashPassword(PASSWORD))
  await rewrite(
    sql`UPDATE users SET phone_number = ${phone_number}, password_hash = ${password_hash} WHERE id = ${id}`,
  )
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  const answer = await deleteAccount(
    id,
    { password: PASSWORD, confirm: true, forfeit },
    { address, known: null },
  )
  if (!answer.ok) return answer.reason
  const account = accountName(name, [...world.people.keys()])
  world.people = new Map([...world.people].map(([one, of]) => [one === name ? account : one, of]))
  world.withdrawals = renameKeys(world.withdrawals, name, account)
  return 'done'
}

export async function comeBack(world: World, name: string): Promise<string> {
  if (world.people.has(name)) return 'is here'
  const phone_number = findPhone(world, name)
  const id = await db.transaction(async (tx) => {
    const made = await insertUser(tx, {
      username: name,
      phone_number,
      email: `${randomUUID()}@mail.example`,
      password_hash: await (hash ??= hashPassword(PASSWORD)),
      referred_by: null,
      terms_version: 'model',
      terms_accepted_at: new Date(),
    })
    await inheritFromDeparture(tx, { id: made.id, phone_number })
    return made.id
  })
  await saveUpiDetails(id, { upi: `p${id}@okbank` })
  world.people.set(name, id)
  return 'done'
}

export async function lift(world: World, name: string): Promise<string> {
  const phone = findPhone(world, name)
  const open = (await findDepartures({ phone })).filter(({ lifted_at }) => lifted_at === null)
  const ids = open.map(({ id }) => id)
  const lifted = await noted(`users lift ${phone}`, async () =>
    ids.length ? liftDepartures(ids, 'a test') : [],
  )
  return `${lifted.length} lifted`
}
