/**
 * Secrets in the addresses of postbacks. Those that operators made are sealed rows, which count once a network has one;
 * until then its variables count (docs/decisions/0124-secrets-at-the-desk.md).
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { isNetworkName, type NetworkName } from '~/platform/config/networks'
import { db, inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { postbackSecrets } from '~/platform/db/schema/servers'
import { seal, unseal } from '~/platform/db/seal.server'
import { ERASED, type SealedPlace } from '~/platform/db/sealed-columns'
import { errorFacts, log } from '~/platform/log.server'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { schedule, type Schedule } from '~/platform/timers.server'

export interface StoredSecret {
  id: number
  network: NetworkName
  /** Null: erased after its end, or DATA_KEY is another one. */
  secret: string | null
  madeBy: string
  createdAt: Date
  /** Null: it is the current one. */
  endsAt: Date | null
}

const place = (network: string, key: string): SealedPlace => `postback_secrets|sealed|${network}|${key}`

/** The current secret first, then former ones, the newest first; also ended ones. */
export async function listStoredSecrets(reader: Reader = db): Promise<StoredSecret[]> {
  const rows = await reader.select().from(postbackSecrets).orderBy(desc(postbackSecrets.id))
  const secrets = rows.flatMap(
    ({ id, key, network, sealed, made_by, created_at, ends_at }): StoredSecret[] => {
      if (!isNetworkName(network)) return []
      const secret = sealed === ERASED ? null : tryUnseal(sealed, place(network, key))
      return [{ id, network, secret, madeBy: made_by, createdAt: created_at, endsAt: ends_at }]
    },
  )
  const isCurrent = ({ endsAt }: StoredSecret) => endsAt === null
  return [...secrets.filter(isCurrent), ...secrets.filter((one) => !isCurrent(one))]
}

function tryUnseal(sealed: string, at: SealedPlace): string | null {
  try {
    return unseal(sealed, at)
  } catch (error) {
    log('error', 'secret of a network not opened', errorFacts(error))
    return null
  }
}

/** The secret and the former one of the environment. */
export function listVariableSecrets(network: NetworkName): string[] {
  const prefix = network.toUpperCase() as Uppercase<NetworkName>
  const variables = env()
  const own = network === 'trackier' ? variables.trackierSecret : variables[`${prefix}_SECRET`]
  return [own, variables[`${prefix}_SECRET_OLD`]].filter((one) => one !== undefined)
}

/** How long a process uses what it read: a secret that was ended elsewhere is refused after it. */
const FRESH_MS = 5_000
/** The least time between two readings for secrets that are unknown. */
const AGAIN_MS = 1_000

let known: { at: number; secrets: StoredSecret[] } | undefined
let reading: Promise<void> | undefined

async function readKnown(): Promise<void> {
  try {
    known = { at: Date.now(), secrets: await listStoredSecrets() }
  } catch (error) {
    if (!known) throw error
    log('error', 'secrets of networks not read', errorFacts(error))
    known.at = Date.now()
  }
}

async function readWithin(ms: number): Promise<void> {
  if (known && Date.now() - known.at < ms) return
  reading ??= readKnown().finally(() => (reading = undefined))
  await reading
}

const forgetKnown = () => (known = undefined)

const isValid = ({ endsAt }: Pick<StoredSecret, 'endsAt'>) => endsAt === null || endsAt.getTime() > Date.now()

/** What this process read last, without a query; before the first reading, the variables. */
export function listKnownSecrets(network: NetworkName): string[] {
  const stored = known?.secrets.filter((one) => one.network === network) ?? []
  if (!stored.length) return listVariableSecrets(network)
  return stored.filter(isValid).flatMap(({ secret }) => secret ?? [])
}

/** The current secret first. Empty: all postbacks of the network are refused. */
export async function listSecrets(network: NetworkName): Promise<string[]> {
  await readWithin(FRESH_MS)
  return listKnownSecrets(network)
}

/** What `fits` finds among the secrets, also in one that another process made a moment ago. */
export async function findSecret<Found>(
  network: NetworkName,
  find: (secrets: string[]) => Found | undefined,
): Promise<Found | undefined> {
  const found = find(await listSecrets(network))
  if (found !== undefined) return found
  await readWithin(AGAIN_MS)
  return find(listKnownSecrets(network))
}

/** So that a server knows them before the first postback. */
export const watchSecrets = (): Schedule => schedule('secrets of networks', 30, () => readWithin(FRESH_MS))

const lock = (tx: Tx) => tx.execute(sql`LOCK TABLE postback_secrets IN SHARE ROW EXCLUSIVE MODE`)
const now = sql`statement_timestamp()`
const hasEnded = and(isNotNull(postbackSecrets.ends_at), lte(postbackSecrets.ends_at, now))

async function insertSecret(
  tx: Tx,
  network: NetworkName,
  { secret, by, until = null }: { secret: string | null; by: string; until?: ReturnType<typeof sql> | null },
): Promise<void> {
  const key = randomUUID()
  const sealed = secret === null ? ERASED : seal(secret, place(network, key))
  await tx
    .insert(postbackSecrets)
    .values({ key, network, sealed, made_by: by, created_at: now, ends_at: until })
}

const eraseEnded = (tx: Tx) =>
  tx
    .update(postbackSecrets)
    .set({ sealed: ERASED })
    .where(and(hasEnded, ne(postbackSecrets.sealed, ERASED)))

const FROM_VARIABLE = 'environment'
const SECRET_BYTES = 24

/** `former`: how many secrets end with it, now or later. The secret is nowhere else in the clear. */
export const makeSecret = (
  network: NetworkName,
  formerHours: number,
  by: string,
  within?: Tx,
): Promise<{ secret: string; former: number }> =>
  inTransaction(async (tx) => {
    await lock(tx)
    const until = sql`${now} + make_interval(hours => ${formerHours}::int)`
    const ofNetwork = eq(postbackSecrets.network, network)
    const [stored] = await tx.select().from(postbackSecrets).where(ofNetwork).limit(1)
    const variables = stored ? [] : listVariableSecrets(network)
    // In reverse, because a later row is listed first.
    for (const secret of variables.toReversed())
      await insertSecret(tx, network, { secret, by: FROM_VARIABLE, until })
    const ended = await tx
      .update(postbackSecrets)
      .set({ ends_at: sql`least(coalesce(${postbackSecrets.ends_at}, 'infinity'), ${until})` })
      .where(and(ofNetwork, or(isNull(postbackSecrets.ends_at), gt(postbackSecrets.ends_at, now))))
      .returning({ id: postbackSecrets.id })
    await eraseEnded(tx)
    const secret = randomBytes(SECRET_BYTES).toString('hex')
    await insertSecret(tx, network, { secret, by })
    forgetKnown()
    return { secret, former: ended.length || variables.length }
  }, within)

export const WHICH_SECRETS = ['former', 'all'] as const
export type WhichSecrets = (typeof WHICH_SECRETS)[number]

/** At once. With 'all' the network is closed until a secret is made. 'none': there is none to end. */
export const endSecrets = (
  network: NetworkName,
  which: WhichSecrets,
  within?: Tx,
): Promise<Done<{ ended: number }> | Refused<'none'> | Refused<'variable'>> =>
  inTransaction(async (tx) => {
    await lock(tx)
    const { ends_at } = postbackSecrets
    const ofNetwork = eq(postbackSecrets.network, network)
    const [stored] = await tx.select().from(postbackSecrets).where(ofNetwork).limit(1)
    const variables = listVariableSecrets(network)
    if (!stored && which === 'former') return refused(variables.length > 1 ? 'variable' : 'none')
    // Also without a variable: a server may have one in its environment that this process does not know.
    if (!stored) {
      await insertSecret(tx, network, { secret: null, by: FROM_VARIABLE, until: now })
      forgetKnown()
      return done({ ended: variables.length })
    }
    const ended = await tx
      .update(postbackSecrets)
      .set({ ends_at: now })
      .where(and(ofNetwork, or(gt(ends_at, now), which === 'all' ? isNull(ends_at) : undefined)))
      .returning({ id: postbackSecrets.id })
    await eraseEnded(tx)
    forgetKnown()
    return ended.length ? done({ ended: ended.length }) : refused('none')
  }, within)
