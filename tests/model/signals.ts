// The model of shared destinations and their signals (docs/rules.md#60): who came later carries the doubt. It imports nothing of
// the application.
import type { Books } from './books'

export interface Signal {
  destination: string
  /** False: only named. */
  about: Map<string, boolean>
  state: 'open' | 'upheld' | 'cleared'
}

const CHANGES_A_DAY = 3

const wasPaidTo = ({ withdrawals }: Books, name: string, destination: string) =>
  [...withdrawals.values()].some(
    (one) => one.owner === name && one.destination === destination && one.state === 'paid',
  )

const areHousehold = ({ signals }: Books, one: string, other: string) =>
  signals.some(({ state, about }) => state === 'cleared' && about.has(one) && about.has(other))

export const isBlocked = ({ signals }: Books, name: string): boolean =>
  signals.some(({ state, about }) => state !== 'cleared' && about.get(name) === true)

const isUpheld = ({ signals }: Books, name: string) =>
  signals.some(({ state, about }) => state === 'upheld' && about.get(name) === true)

/** No run lasts a day. */
export function save(books: Books, name: string, destination: string): string {
  const mine = books.saves.filter(({ member }) => member === name)
  if (mine.at(-1)!.destination === destination) return 'done'
  if (!wasPaidTo(books, name, destination) && mine.length > CHANGES_A_DAY) return 'too-many'
  books.saves.push({ member: name, destination })
  const others = [...books.people.keys()].filter(
    (other) => other !== name && wasPaidTo(books, other, destination) && !areHousehold(books, name, other),
  )
  if (others.length && !wasPaidTo(books, name, destination))
    raise(
      books,
      destination,
      new Map([...others.map((other): [string, boolean] => [other, isUpheld(books, other)]), [name, true]]),
    )
  return 'done'
}

function raise({ signals }: Books, destination: string, about: Map<string, boolean>): void {
  const same = signals.filter((one) => one.destination === destination)
  const open = same.find(({ state }) => state !== 'cleared')
  if (open) for (const [name, is] of about) open.about.set(name, open.about.get(name) ?? is)
  else if (!same.some((one) => [...about.keys()].every((name) => one.about.has(name))))
    signals.push({ destination, about, state: 'open' })
}

export function judge({ signals }: Books, index: number, to: 'cleared' | 'upheld'): string {
  const signal = signals[index]
  if (!signal) return 'nothing'
  if (signal.state === 'cleared') return 'cleared'
  if (signal.state === to) return to
  signal.state = to
  return 'done'
}
