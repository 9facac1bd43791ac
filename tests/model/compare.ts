/** Whether the real books say what the model says, of every person: wallet, history, statement. */
import { listHistory } from '~/wallet/history.server'
import { writeStatement } from '~/wallet/statement.server'
import { readWallet } from '~/wallet/wallet.server'
import { notInWallet, walletOf, type Books } from './books'
import { rupees } from './world'

/** What differs, in words; an empty list when nothing does. */
export async function differences(books: Books, people: Map<string, number>): Promise<string[]> {
  const all = await Promise.all([...people].map(([name, id]) => differencesOf(books, name, id)))
  return all.flat()
}

async function differencesOf(books: Books, name: string, id: number): Promise<string[]> {
  const found: string[] = []
  const same = (what: string, real: string, model: string) => {
    if (real !== model) found.push(`${name}: ${what} is ${real}, the model says ${model}`)
  }
  const wallet = await readWallet(id)
  for (const [purse, amount] of Object.entries(walletOf(books, name)))
    same(purse, String(wallet[purse as keyof typeof wallet]), String(amount))

  const { movements } = books.people.get(name)!
  const history = await wholeHistory(id)
  same(
    'the history',
    words(history.flatMap((i) => (i.balance === null ? [] : [[i.amount, i.balance]])).reverse()),
    words(movements.map(({ by, holds }) => [by, holds])),
  )
  same(
    'what is not in the wallet',
    sorted(history.flatMap((i) => (i.balance === null ? [i.amount] : []))),
    sorted(notInWallet(books, name)),
  )
  same(
    'the statement',
    (await statement(id)).join(' '),
    movements.map(({ by, holds }) => `${signed(by)},${rupees(holds)}`).join(' '),
  )
  return found
}

async function wholeHistory(id: number) {
  const first = await listHistory(id)
  const items = [...first.items]
  for (let page = 2; page <= first.pages; page++) items.push(...(await listHistory(id, { page })).items)
  return items
}

/** The last two columns of each line under the head: amount and balance. */
async function statement(id: number): Promise<string[]> {
  let text = ''
  for await (const part of writeStatement(id)) text += part
  const lines = text.trim().split(/\r?\n/).slice(1)
  return lines.map((line) => line.split(',').slice(-2).join(','))
}

const signed = (amount: bigint) => (amount < 0n ? `-${rupees(-amount)}` : rupees(amount))
const words = (rows: bigint[][]) => rows.map((row) => row.join('=')).join(' ')
const sorted = (amounts: bigint[]) => amounts.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join(' ')
