/** Secrets of networks that operators make: which are accepted, for how long, and that none is stored in the clear. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { env } from '~/platform/config/env.server'
import { type NetworkName } from '~/platform/config/networks'
import { databaseError, db } from '~/platform/db/client.server'
import { postbackSecrets } from '~/platform/db/schema/servers'
import {
  endSecrets,
  listKnownSecrets,
  listSecrets,
  listStoredSecrets,
  makeSecret,
} from '~/domain/tracking/network-secrets.server'
import { authenticate, isFromNetwork } from '~/domain/tracking/senders.server'
import { rewrite } from '../support/rewrite'

const VARIABLE = 'a secret of impact 1'
const FORMER = 'a secret of impact 0'

beforeEach(async () => {
  await db.delete(postbackSecrets)
  await endSecrets('admitad', 'all')
  Object.assign(env(), { IMPACT_SECRET: undefined, IMPACT_SECRET_OLD: undefined })
})
afterAll(() => vi.useRealTimers())

const useVariables = () => Object.assign(env(), { IMPACT_SECRET: VARIABLE, IMPACT_SECRET_OLD: FORMER })
const make = async (hours = 0, network: NetworkName = 'impact') =>
  (await makeSecret(network, hours, 'asha')).secret
const isAccepted = async (secret: string, network = 'impact') =>
  (await authenticate(network, secret)) === network
const passHours = (hours: number) =>
  rewrite(
    sql`UPDATE postback_secrets SET created_at = created_at - make_interval(hours => ${hours}::int),
               ends_at = ends_at - make_interval(hours => ${hours}::int)`,
  )
/** As another process, which has made nothing itself, after the time for which it believes what it read. */
const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

describe('a secret', () => {
  test('of a network without one opens it, for that network alone', async () => {
    expect(await listSecrets('impact')).toEqual([])
    const secret = await make()
    expect(secret).toMatch(/^[0-9a-f]{48}$/)
    expect(await isAccepted(secret)).toBe(true)
    expect(await isAccepted(secret.toUpperCase())).toBe(false)
    expect(await isAccepted(secret, 'tune')).toBe(false)
    expect(await isAccepted(secret, 'nobody')).toBe(false)
    expect(isFromNetwork(`/postback/impact/${secret}`, '192.0.2.1')).toBe(true)
  })

  test('is stored sealed, for its row, and in the clear nowhere', async () => {
    const secret = await make()
    const [row] = await db.select().from(postbackSecrets).where(eq(postbackSecrets.network, 'impact'))
    expect(JSON.stringify(row)).not.toContain(secret)
    await db.update(postbackSecrets).set({ network: 'awin' }).where(eq(postbackSecrets.id, row!.id))
    const moved = (await listStoredSecrets()).find(({ network }) => network === 'awin')
    expect(moved).toMatchObject({ secret: null })
  })

  test('replaced with 0 hours is refused at once, and erased', async () => {
    const first = await make()
    const second = await make(0)
    expect([await isAccepted(first), await isAccepted(second)]).toEqual([false, true])
    const sealed = (await db.select().from(postbackSecrets).where(eq(postbackSecrets.network, 'impact'))).map(
      ({ sealed, ends_at }) => [sealed === 'erased', ends_at === null],
    )
    expect(sealed.toSorted()).toEqual([
      [false, true],
      [true, false],
    ])
  })

  test('replaced with 72 hours is accepted until then, the current one first', async () => {
    const first = await make()
    const second = await make(72)
    expect(await listSecrets('impact')).toEqual([second, first])
    await passHours(71)
    await make(0, 'tune')
    expect(await listSecrets('impact')).toEqual([second, first])
    await passHours(2)
    await make(0, 'tune')
    expect(await listSecrets('impact')).toEqual([second])
  })

  test('that ends earlier keeps its end when the next one is made', async () => {
    const first = await make()
    const second = await make(1)
    const third = await make(72)
    await passHours(2)
    await make(0, 'tune')
    expect([await isAccepted(first), await isAccepted(second), await isAccepted(third)]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('made by two at one moment leaves one current', async () => {
    const [one, other] = await Promise.all([make(1), make(1)])
    const stored = (await listStoredSecrets()).filter(({ network }) => network === 'impact')
    expect(stored.filter(({ endsAt }) => endsAt === null)).toHaveLength(1)
    expect((await listSecrets('impact')).toSorted()).toEqual([one, other].toSorted())
  })

  test('that is a second current one, or ends before it began, is refused by the database', async () => {
    await make()
    const values = { network: 'impact', sealed: 'x', made_by: 'mala' }
    const insert = (more: object) =>
      db
        .insert(postbackSecrets)
        .values({ ...values, ...more })
        .catch(databaseError)
    expect(await insert({})).toMatchObject({ code: '23505' })
    expect(await insert({ ends_at: new Date(0) })).toMatchObject({ code: '23514' })
  })
})

describe('variables', () => {
  test('count until a secret is made, and then as long as was chosen', async () => {
    useVariables()
    expect(await listSecrets('impact')).toEqual([VARIABLE, FORMER])
    const secret = await make(24)
    expect(await listSecrets('impact')).toEqual([secret, VARIABLE, FORMER])
    await passHours(25)
    await make(0, 'tune')
    expect(await listSecrets('impact')).toEqual([secret])
  })

  test('have no effect at once with 0 hours', async () => {
    useVariables()
    const { secret, former } = await makeSecret('impact', 0, 'asha')
    expect(former).toBe(2)
    expect(await listSecrets('impact')).toEqual([secret])
  })
})

describe('ending', () => {
  test('of the former ones keeps the current one', async () => {
    await make()
    const second = await make(72)
    expect(await endSecrets('impact', 'former')).toMatchObject({ ok: true, ended: 1 })
    expect(await listSecrets('impact')).toEqual([second])
    expect(await endSecrets('impact', 'former')).toEqual({ ok: false, reason: 'none' })
  })

  test('of all closes the network, also where its secret is a variable, until another one is made', async () => {
    useVariables()
    expect(await endSecrets('impact', 'former')).toEqual({ ok: false, reason: 'variable' })
    expect(await endSecrets('impact', 'all')).toMatchObject({ ok: true, ended: 2 })
    expect(await isAccepted(VARIABLE)).toBe(false)
    expect(await endSecrets('impact', 'all')).toEqual({ ok: false, reason: 'none' })
    const secret = await make(72)
    expect(await listSecrets('impact')).toEqual([secret])
  })

  test('of a network that has none here closes it, as a server may have one', async () => {
    expect(await endSecrets('impact', 'former')).toEqual({ ok: false, reason: 'none' })
    expect(await endSecrets('impact', 'all')).toEqual({ ok: true, ended: 0 })
    expect(await endSecrets('impact', 'all')).toEqual({ ok: false, reason: 'none' })
  })
})

describe('another process', () => {
  const copy = async (): Promise<string> => {
    const secret = await make()
    const [row] = await db.select().from(postbackSecrets).where(eq(postbackSecrets.network, 'impact'))
    await db.delete(postbackSecrets).where(eq(postbackSecrets.id, row!.id))
    await make(0, 'tune')
    expect(await listSecrets('impact')).toEqual([])
    const { id: _, ...values } = row!
    await db.insert(postbackSecrets).values(values)
    return secret
  }

  test('accepts a secret that was made a moment ago, and refuses one that was ended within seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const secret = await copy()
    expect(await isAccepted(secret)).toBe(false)
    passSeconds(2)
    expect(await isAccepted(secret)).toBe(true)
    await db.delete(postbackSecrets).where(eq(postbackSecrets.network, 'impact'))
    passSeconds(6)
    expect(await isAccepted(secret)).toBe(false)
    expect(listKnownSecrets('impact')).toEqual([])
    vi.useRealTimers()
  })
})
