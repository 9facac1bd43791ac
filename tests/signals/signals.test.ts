import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { databaseError, db } from '~/platform/db/client.server'
import { signals } from '~/platform/db/schema/fraud'
import { users } from '~/platform/db/schema/members'
import { forgetSignals } from '~/domain/signals/retention.server'
import { hasOpenSignal, raiseSignal, type NewSignal } from '~/domain/signals/signals.server'
import { clearSignal, findSignal } from '~/domain/signals/review.server'
import { member } from '../wallet/support'

const raise = (signal: NewSignal) => db.transaction((tx) => raiseSignal(tx, signal))

const isSignalOpen = async (id: number) =>
  (await db.$count(users, and(eq(users.id, id), hasOpenSignal(users.id)))) > 0

let serial = 0
const facts = () => `facts ${++serial}`

describe('signal', () => {
  test('is open for each of its members and for no one else', async () => {
    const [a, b, c] = [await member(), await member(), await member()]
    const id = await raise({ kind: 'same-destination', facts: facts(), members: [a, b, a] })
    expect((await findSignal(id!))!.members.map(({ id }) => id)).toEqual([a, b])
    expect(await Promise.all([a, b, c].map((one) => isSignalOpen(one)))).toEqual([true, true, false])
    const open = await db.select({ id: users.id }).from(users).where(hasOpenSignal(users.id))
    expect(open.map(({ id }) => id).sort()).toEqual([a, b])
  })

  test('gains further members of the same facts', async () => {
    const [a, b, c] = [await member(), await member(), await member()]
    const signal = { kind: 'same-destination', facts: facts() } as const
    const id = await raise({ ...signal, members: [a, b] })
    expect(await raise({ ...signal, members: [a, b, c] })).toBe(id)
    expect((await findSignal(id!))!.members.map(({ id }) => id)).toEqual([a, b, c])
  })

  test('with other facts or of another kind is a separate signal', async () => {
    const [a, b] = [await member(), await member()]
    const same = facts()
    const ids = [
      await raise({ kind: 'same-destination', facts: same, members: [a, b] }),
      await raise({ kind: 'referral-device', facts: same, members: [a, b] }),
      await raise({ kind: 'same-destination', facts: facts(), members: [a, b] }),
    ]
    expect(new Set(ids).size).toBe(3)
  })

  test('is raised once when raised concurrently', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => member()))
    const signal = { kind: 'sign-up-burst', facts: facts() } as const
    const ids = await Promise.all(members.map((one) => raise({ ...signal, members: [one] })))
    expect(new Set(ids).size).toBe(1)
    expect((await findSignal(ids[0]!))!.members).toHaveLength(8)
  })
})

describe('cleared signal', () => {
  test('blocks nothing, and is not raised again for the same facts and members', async () => {
    const [a, b] = [await member(), await member()]
    const signal = { kind: 'same-destination', facts: facts() } as const
    const id = await raise({ ...signal, members: [a, b] })
    expect(await clearSignal(id!, 'husband and wife')).toEqual({ ok: true })
    expect(await isSignalOpen(a)).toBe(false)
    expect(await raise({ ...signal, members: [b, a] })).toBeNull()
    expect(await raise({ ...signal, members: [b] })).toBeNull()
    expect(await isSignalOpen(a)).toBe(false)
  })

  test('is followed by a new signal when a member joins, and is still cleared itself', async () => {
    const [a, b, c] = [await member(), await member(), await member()]
    const signal = { kind: 'same-destination', facts: facts() } as const
    const id = await raise({ ...signal, members: [a, b] })
    await clearSignal(id!, 'husband and wife')
    const next = await raise({ ...signal, members: [a, b, c] })
    expect(next).not.toBe(id)
    expect(await findSignal(id!)).toMatchObject({ cleared_reason: 'husband and wife' })
    expect((await findSignal(id!))!.members.map(({ id }) => id)).toEqual([a, b])
    await clearSignal(next!, 'and their son')
    expect(await raise({ ...signal, members: [a, b, c] })).toBeNull()
  })

  test('can be cleared once; an unknown one is refused', async () => {
    const id = await raise({ kind: 'click-burst', facts: facts(), members: [await member()] })
    await clearSignal(id!, 'a tester of ours')
    expect(await clearSignal(id!, 'again')).toEqual({ ok: false, reason: 'cleared' })
    expect(await clearSignal(999_999_999, 'none')).toEqual({ ok: false, reason: 'not-found' })
    const error = await db
      .update(signals)
      .set({ cleared_reason: 'other words' })
      .where(eq(signals.id, id!))
      .catch(databaseError)
    expect(error).toMatchObject({ code: '55000' })
  })
})

describe('signal after account deletion', () => {
  const end = (id: number) =>
    db.transaction(async (tx) => {
      await tx.update(users).set({ deleted_at: new Date() }).where(eq(users.id, id))
      await forgetSignals(tx, id)
    })

  test('keeps the deleted member’s id, until the last member is deleted', async () => {
    const [a, b] = [await member(), await member()]
    const id = await raise({ kind: 'same-destination', facts: facts(), members: [a, b] })
    await end(a)
    expect((await findSignal(id!))!.members).toMatchObject([
      { id: a, deleted: true },
      { id: b, deleted: false },
    ])
    expect(await isSignalOpen(b)).toBe(true)
    await end(b)
    expect(await findSignal(id!)).toBeNull()
  })
})
