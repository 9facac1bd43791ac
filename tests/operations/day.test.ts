import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { raiseSignal } from '~/domain/signals/signals.server'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { file, ops } from '../ops/support'
import { report } from '../support/shop'
import { requestAmount } from '../wallet/payout-support'
import { click, memberWith } from '../wallet/support'

const FEED = `id,title,brand,url,payout,payout_model,network,network_campaign_id
kettle,Steel kettles,Chai Ghar,https://chaighar.example/kettles,10,percentage,trackier,5001
pot,Clay pots,Chai Ghar,https://chaighar.example/pots,10,percentage,trackier,5002
`

test('each task of a day is one command, and the books balance after it', async () => {
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
  const lines: Record<string, (out: string) => Promise<string> | string> = {
    today: () => 'today',
    'catalogue import': () => `catalogue import ${file('day.csv', FEED)}`,
    'rates set-store': () => 'rates set-store "Chai Ghar" --payout 6% --yes',
    'catalogue hide': async () => `catalogue hide ${await offer('Clay pots')} --reason "The shop asked"`,
    'flash-sale set': async () => `flash-sale set friday ${await offer('Steel kettles')} --payout 11% --yes`,
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
  for (const [name, write] of Object.entries(lines)) {
    const ended = await ops(await write(out))
    expect({ name, code: ended.code, err: ended.err }).toEqual({ name, code: 0, err: '' })
    out = ended.out
  }
  expect(await readWallet(member)).toMatchObject({ available: 405_00n, onItsWay: 0n })
  expect(await findDefects()).toEqual([])
})
