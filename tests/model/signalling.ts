// The application's side of the steps of signals, and of operators who get access through each other.
import { and, asc, eq, inArray } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { signalMembers, signals } from '~/platform/db/schema/fraud'
import { operators } from '~/platform/db/schema/operations'
import { blindIndex } from '~/platform/db/seal.server'
import { clearSignal, upholdSignal } from '~/domain/signals/review.server'
import { recordCommand, recordCommandEnd } from '~/domain/operators/command-log.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { nameOperator } from './adjusting'
import type { Books } from './books'
import type { World } from './world'

/** Of the member who had it first. */
const writeUpi = (world: World, first: string) => `p${world.people.get(first)!}@okbank`

export async function save(world: World, name: string, destination: string): Promise<string> {
  const upi = writeUpi(world, destination)
  const saved = await saveUpiDetails(world.people.get(name)!, { upi }, { holds: false })
  return saved.ok ? 'done' : saved.reason
}

async function listSignals(world: World) {
  const destinations = new Map(
    [...world.people.keys()].map((name) => [blindIndex(`upi:${writeUpi(world, name)}`), name]),
  )
  const rows = await db
    .select()
    .from(signals)
    .where(and(eq(signals.kind, 'same-destination'), inArray(signals.facts, [...destinations.keys()])))
    .orderBy(asc(signals.id))
  return rows.map((row) => ({ ...row, destination: destinations.get(row.facts)! }))
}

export async function judge(world: World, index: number, to: 'cleared' | 'upheld'): Promise<string> {
  const row = (await listSignals(world))[index]
  if (!row) return 'nothing'
  const judged = await (to === 'cleared' ? clearSignal : upholdSignal)(row.id, 'a test')
  return judged.ok ? 'done' : judged.reason
}

export async function differencesOfSignals(books: Books, world: World): Promise<string[]> {
  const names = new Map([...world.people].map(([name, id]) => [id, name]))
  const rows = await listSignals(world)
  const members = rows.length
    ? await db
        .select()
        .from(signalMembers)
        .where(
          inArray(
            signalMembers.signal_id,
            rows.map(({ id }) => id),
          ),
        )
    : []
  const say = (destination: string, state: string, about: Iterable<[string, boolean]>) =>
    `${destination} ${state} ${[...about]
      .map(([name, is]) => `${name}:${is}`)
      .sort()
      .join()}`
  const real = rows.map(({ id, destination, cleared_at, upheld_at }) =>
    say(
      destination,
      cleared_at ? 'cleared' : upheld_at ? 'upheld' : 'open',
      members
        .filter(({ signal_id }) => signal_id === id)
        .map(({ user_id, about }) => [names.get(user_id)!, about ?? true]),
    ),
  )
  const model = books.signals.map(({ destination, state, about }) => say(destination, state, about))
  const [is, should] = [real.join(', '), model.join(', ')]
  return is === should ? [] : [`signals: ${is}, the model says ${should}`]
}

/** The second operator of this member got access through the first alone, or a third person has confirmed it since. */
export async function changeOperator(world: World, owner: string, isTied: boolean): Promise<string> {
  const userId = world.people.get(owner)!
  const [by, name] = [nameOperator(world, userId, 'asha'), nameOperator(world, userId, 'ravi')]
  const osUser = isTied ? by : `meena-${world.prefix}`
  const id = await recordCommand(
    { osUser },
    isTied ? `operators invite ${name}` : `operators confirm ${name}`,
  )
  await db
    .insert(operators)
    .values({ name, os_account: name, role: 'owner', state: 'active' })
    .onConflictDoNothing()
  const [row] = await db.select().from(operators).where(eq(operators.name, name))
  const change = { subject: `operator ${row!.id}`, before: null, after: '…' }
  const changed = isTied
    ? [
        { ...change, field: 'role' },
        { ...change, field: 'link', after: 'mailed' },
      ]
    : [{ ...change, field: 'access' }]
  await recordCommandEnd(id, 'done', { result: { changed } })
  return 'done'
}
