/** The day of docs/operator.md: each task by the commands that its table names, and their count. */
import fs from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/db/client.server'
import { campaigns } from '~/db/schema/catalogue'
import { raiseSignal } from '~/signals/signals.server'
import { findDefects } from '~/wallet/audit/audit.server'
import { readWallet } from '~/wallet/wallet.server'
import { file, ops } from '../ops/support'
import { report } from '../support/shop'
import { requestAmount } from '../wallet/payout-support'
import { click, memberWith } from '../wallet/support'

const FEED = `id,title,brand,url,payout,payout_model,network,network_campaign_id
kettle,Steel kettles,Chai Ghar,https://chaighar.example/kettles,10,percentage,trackier,5001
pot,Clay pots,Chai Ghar,https://chaighar.example/pots,10,percentage,trackier,5002
`

interface Task {
  task: string
  commands: string[]
  now: number
  before: number
}

function readTable(): { tasks: Task[]; all: Task } {
  const rows = fs
    .readFileSync('docs/operator.md', 'utf8')
    .split('\n')
    .filter((line) => /^\|.*\| *\d+ *\| *\d+ *\|$/.test(line))
    .map((line) => {
      const [task, commands, now, before] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim())
      return {
        task: task!,
        commands: [...commands!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
        now: Number(now),
        before: Number(before),
      }
    })
  return { tasks: rows.slice(0, -1), all: rows.at(-1)! }
}

const sum = (tasks: Task[], of: 'now' | 'before') => tasks.reduce((total, task) => total + task[of], 0)

test('a day takes the commands of the table, all of which do what they say', async () => {
  const { tasks, all } = readTable()
  expect(tasks).toHaveLength(7)
  for (const { task, commands, now } of tasks) expect({ task, now: commands.length }).toEqual({ task, now })
  expect(sum(tasks, 'now')).toBe(all.now)
  expect(sum(tasks, 'before')).toBe(all.before)

  const member = await memberWith(500_00n)
  const withdrawal = await requestAmount(member, '100')
  const sale = { sale: 'D1', status: 'approved', amount: '9000000' }
  await report('trackier', { click: await click(member), ...sale })
  const friend = await memberWith(1_00n)
  await db.transaction((tx) =>
    raiseSignal(tx, { kind: 'same-destination', facts: 'a test', members: [member, friend] }),
  )
  const bank = `${file('folder', '')}.csv`
  const answer = () => file('from-the-bank.csv', `withdrawal,utr,reason\n${withdrawal},N3210001,\n`)
  const offer = async (title: string) => {
    const [row] = await db.select().from(campaigns).where(eq(campaigns.title, title))
    return row!.id
  }
  const line: Record<string, (out: string) => Promise<string> | string> = {
    'catalogue import': () => `catalogue import ${file('day.csv', FEED)}`,
    'rates set-store': () => 'rates set-store "Chai Ghar" --payout 6% --yes',
    'catalogue hide': async () => `catalogue hide ${await offer('Clay pots')} --reason "The shop asked"`,
    'flash-sale set': async () => `flash-sale set friday ${await offer('Steel kettles')}`,
    today: () => 'today',
    'postbacks list': () => 'postbacks list --state quarantined --json',
    'postbacks accept': (out) =>
      `postbacks accept ${JSON.parse(out)[0].id} --reason "Asked the network" --amount 5 --yes`,
    'signals list': () => 'signals list --json',
    'signals clear': (out) => `signals clear ${JSON.parse(out)[0].id} --reason "One household" --yes`,
    'withdrawals export': () => `withdrawals export --approve --yes --out ${bank}`,
    'withdrawals import': () => `withdrawals import ${answer()} --yes`,
    'visits list': () => `visits list --member ${member}`,
    'users show': () => `users show ${member}`,
    stats: () => 'stats --by store',
    'books close': () => `books close 2025-01 --yes --out ${path.join(path.dirname(bank), 'january')}`,
  }
  let out = ''
  for (const name of tasks.flatMap(({ commands }) => commands)) {
    const ended = await ops(await line[name]!(out))
    expect({ name, code: ended.code, err: ended.err }).toEqual({ name, code: 0, err: '' })
    out = ended.out
  }
  expect(await readWallet(member)).toMatchObject({ available: 405_00n, onItsWay: 0n })
  expect(await findDefects()).toEqual([])
})
