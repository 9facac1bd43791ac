// The model of deleted accounts whose number signs up again (docs/decisions/0020-payout-destinations.md). It imports
// nothing of the application.
import { giveUp, move, newPerson, sumWallet, type Books } from './books'

/** A deleted account that owes or can owe later, or was on hold. */
export interface Departure {
  /** The member's name, which the next account with the number has as well. */
  member: string
  /** Names of the deleted account and of the next one; null: there is none yet. */
  account: string
  successor: string | null
  held: boolean
  /** The debt that the successor took over. */
  moved: bigint
  /** Written off for the successor since. */
  writtenOff: bigint
  lifted: boolean
}

export const isAway = (books: Books, name: string): boolean => !books.people.has(name)

/** `forfeit`: gives up the balance. */
export function leave(books: Books, name: string, forfeit: boolean): string {
  if (isAway(books, name)) return 'away'
  const { available, pending, onItsWay, debt } = sumWallet(books, name)
  if (onItsWay > 0n) return 'on-its-way'
  if (!forfeit && (available > 0n || pending > 0n)) return 'forfeit'
  const account = accountName(name, [...books.people.keys()])
  const person = books.people.get(name)!
  const mayOwe = [...books.conversions.values()].some(
    (sale) =>
      (sale.owner === name || sale.referrer === name) &&
      (sale.state === 'pending' || sale.state === 'approved'),
  )
  const inherits = books.departures.some(({ successor, lifted }) => successor === name && !lifted)
  if (debt > 0n || person.held !== null || mayOwe || inherits)
    books.departures.push({
      member: name,
      account,
      successor: null,
      held: person.held !== null,
      moved: 0n,
      writtenOff: 0n,
      lifted: false,
    })
  person.held = null
  person.left = true
  giveUp(books, name)
  for (const sale of books.conversions.values())
    if (sale.owner === name && sale.state === 'pending') sale.cashback = 0n
  rename(books, name, account)
  // Referrals by a deleted account no longer count.
  for (const friend of books.people.values()) if (friend.referrer === account) friend.referrer = null
  return 'done'
}

export const accountName = (name: string, all: string[]): string =>
  `${name} (${all.filter((other) => other.startsWith(name)).length})`

/** Keys of withdrawals contain the member's name. */
export const renameKeys = <T>(all: Map<string, T>, from: string, to: string): Map<string, T> =>
  new Map([...all].map(([key, value]) => [key.replace(`${from} key`, `${to} key`), value]))

function rename(books: Books, from: string, to: string): void {
  const renamed = <Name extends string | null>(name: Name) => (name === from ? to : name) as Name
  books.people = new Map([...books.people].map(([name, person]) => [renamed(name), person]))
  books.withdrawals = renameKeys(books.withdrawals, from, to)
  for (const one of [...books.clicks.values(), ...books.conversions.values()]) one.owner = renamed(one.owner)
  for (const one of [...books.withdrawals.values(), ...books.adjustments.values()])
    one.owner = renamed(one.owner)
  for (const one of [...books.people.values(), ...books.conversions.values()])
    one.referrer = renamed(one.referrer)
  for (const one of books.departures) one.successor = renamed(one.successor)
}

/** Signs up with the number of a deleted account, which transfers its debt and hold. */
export function comeBack(books: Books, name: string): string {
  if (!isAway(books, name)) return 'is here'
  books.people.set(name, newPerson(null))
  for (const departure of books.departures) {
    if (departure.member !== name || departure.successor !== null || departure.lifted) continue
    departure.successor = name
    const deleted = books.people.get(departure.account)!
    if (deleted.owed < 0n) {
      departure.moved = -deleted.owed
      move(books, name, deleted.owed)
      deleted.owed = 0n
    }
    if (departure.held) books.people.get(name)!.held = 'inherited'
  }
  return 'done'
}

export function lift(books: Books, name: string): string {
  const open = books.departures.filter(({ member, lifted }) => member === name && !lifted)
  for (const departure of open.toReversed()) {
    const { account, successor, moved, held } = departure
    const forgiven = sumForgiven(books, departure)
    const back = moved - forgiven
    Object.assign(departure, { lifted: true, moved: forgiven })
    if (successor === null) continue
    const { available } = sumWallet(books, account)
    const fromWallet = available < back ? available : back
    move(books, successor, fromWallet)
    move(books, successor, back - fromWallet)
    move(books, account, -back)
    const person = books.people.get(successor)!
    if (person.left) giveUp(books, successor)
    if (held && person.held === 'inherited') person.held = null
  }
  return `${open.length} lifted`
}

/** Written-off parts of an inherited debt are not restored. */
export function noteWriteOff(books: Books, account: string, amount: bigint): void {
  for (const departure of books.departures)
    if (departure.successor === account && departure.moved > 0n) departure.writtenOff += amount
}

/** The written-off part of the moved debt, including that of later successors. */
function sumForgiven(books: Books, { successor, moved, writtenOff }: Departure): bigint {
  const next = successor === null ? undefined : books.departures.find(({ account }) => account === successor)
  const sum = writtenOff + (next ? sumForgiven(books, next) : 0n)
  return sum < moved ? sum : moved
}
