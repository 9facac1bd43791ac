/** Whoever confirms a job gets what was seen, or nothing and a new preview: for every job that moves money, on both surfaces. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { heldRows } from '~/platform/db/schema/catalogue'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { findOperation, listOperations } from '~/desk/find-operation'
import { dismissPostback } from '~/domain/tracking/quarantine.server'
import { recordClick } from '~/domain/tracking/clicks.server'
import { recordCommand } from '~/domain/operators/command-log.server'
import { approveWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { cancelWithdrawal } from '~/domain/wallet/withdrawals.server'
import { findOffer, importFeed, ownRow } from '../catalog/feed'
import { ops, opsAs } from '../ops/support'
import type { Visitor } from '../support/app'
import { makeDeskOperator } from '../support/desk'
import { openDesk, pressConfirm, sendForm } from '../support/desk-forms'
import { rewrite } from '../support/rewrite'
import { writeWords, type Given } from '../support/typed-commands'
import { requestAmount } from '../wallet/payout-support'
import { click, member, memberWith, receive } from '../wallet/support'
import type * as terminal from '../../ops/terminal'

const hooks = vi.hoisted(() => ({ meanwhile: async (): Promise<unknown> => undefined }))

vi.mock('../../ops/terminal', async (original) => ({
  ...(await original<typeof terminal>()),
  askToConfirm: async () => {
    await hooks.meanwhile()
    return 'yes'
  },
}))

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-stale-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

let visitor: Visitor
beforeAll(async () => {
  // A line of another day: this is no shop's first day. A click: it has commission to lose.
  await recordCommand({ osUser: 'root' }, 'today', { at: new Date(Date.now() - 3 * 86_400_000) })
  await importFeed([ownRow({ id: 'first' })], { source: 'first' })
  const { id } = (await findOffer('first', 'first'))!
  await recordClick(id, { userId: await member(), address: '192.0.2.1', agent: 'a browser' })
  visitor = openDesk((await makeDeskOperator('owner')).token)
})
beforeEach(() => recordCommand({ osUser: 'second' }, 'today'))

let serial = 0
const ask = async (amount = '150') => requestAmount(await memberWith(500_00n), amount)

async function askApproved(amount?: string): Promise<number> {
  const id = await ask(amount)
  await approveWithdrawal(id)
  return id
}

/** A report that its network sends before the click is known, of a sale that is there already. */
async function quarantine(): Promise<number> {
  const p1 = await click(await member())
  const id = `STALE-${++serial}`
  const report = { p1, conversion_id: id, txn_id: id, sale_amount: '1000' }
  await receive({ ...report, status: 'pending' })
  await rewrite(sql`UPDATE clicks SET network = 'tune' WHERE id = ${p1}`)
  await receive({ ...report, status: 'approved' })
  await rewrite(sql`UPDATE clicks SET network = 'trackier' WHERE id = ${p1}`)
  const [row] = await db.execute<{ id: string }>(
    sql`SELECT max(id) AS id FROM ${postbackInbox} WHERE click_id = ${p1}`,
  )
  return Number(row!.id)
}

interface Case extends Given {
  /** Changes what the job would do, and leaves something to do. */
  meanwhile: () => Promise<unknown>
}

const today = () => new Date(Date.now() + 19_800_000).toISOString().slice(0, 10)
const text = (name: string, ...lines: string[]) => ({ file: { name, content: `${lines.join('\n')}\n` } })

const CASES: Record<string, () => Promise<Case>> = {
  'withdrawals approve': async () => {
    const userId = await memberWith(500_00n)
    const [kept, cancelled] = [await ask(), await requestAmount(userId, '160')]
    return {
      input: { ids: [kept, cancelled].map(String) },
      meanwhile: () => cancelWithdrawal(userId, cancelled),
    }
  },
  'withdrawals export': async () => {
    await askApproved()
    const late = await ask()
    return { input: {}, meanwhile: () => approveWithdrawal(late) }
  },
  'withdrawals import': async () => {
    const [one, other] = [await askApproved(), await askApproved()]
    const rows = [one, other].map((id) => `${id},UTR00000${id}`)
    return {
      input: {},
      files: text('answer.csv', 'withdrawal,utr', ...rows),
      meanwhile: () => payWithdrawal(other, `UTR00000${other}`),
    }
  },
  'bank reconcile': async () => {
    const [paid, late] = [await askApproved(), await askApproved('160')]
    await payWithdrawal(paid, `BANK0000${paid}`)
    const rows = [`BANK0000${paid},-150.00`, `BANK0000${late},-160.00`]
    return {
      input: {},
      files: text('bank.csv', 'date,narration,utr,amount', ...rows.map((row) => `${today()},UPI,${row}`)),
      meanwhile: () => payWithdrawal(late, `BANK0000${late}`),
    }
  },
  'conversions reconcile': async () => {
    const reports = await Promise.all(
      [1, 2].map(async () => {
        const p1 = await click(await member())
        const id = `FILE-${++serial}`
        return { p1, conversion_id: id, txn_id: id, status: 'approved', sale_amount: '1000' }
      }),
    )
    const rows = reports.map((report) => Object.values(report).join(','))
    return {
      input: { network: 'trackier' },
      files: text('report.csv', Object.keys(reports[0]!).join(','), ...rows),
      meanwhile: () => receive(reports[0]!),
    }
  },
  'postbacks replay': async () => {
    const [kept, dismissed] = [await quarantine(), await quarantine()]
    return {
      input: { ids: [kept, dismissed].map(String) },
      meanwhile: () => db.transaction((tx) => dismissPostback(dismissed, 'Not ours', tx)),
    }
  },
  'catalogue import': async () => {
    const source = `stale-${++serial}`
    const rows = ['c1', 'c2'].map((id) => ownRow({ id, brand: source, title: `${id} of ${source}` }))
    return {
      input: { source, payout: '5%' },
      files: text('feed.json', JSON.stringify(rows)),
      meanwhile: () => importFeed(rows.slice(1), { source }),
    }
  },
  'catalogue accept': async () => {
    const source = `held-${++serial}`
    const link = (host: string) => `https://${host}.${source}.example/click?id=1`
    const makeRow = (id: string, host: string) =>
      ownRow({ id, brand: source, title: `${id} of ${source}`, tracking_url: link(host) })
    const feed = path.join(folder, `${source}.json`)
    fs.writeFileSync(feed, JSON.stringify([makeRow('c1', 'one'), makeRow('c2', 'two')]))
    await opsAs('feeds', `catalogue import ${feed}`)
    const [row] = await db.select().from(heldRows).where(eq(heldRows.source, source)).limit(1)
    return {
      input: { import: String(row!.import_id) },
      meanwhile: () => importFeed([makeRow('c2', 'three')], { source, trust: undefined }),
    }
  },
}

test('every job that moves money is one of these', async () => {
  const jobs = (await listOperations()).filter((one) => one.kind === 'job' && one.confirm !== 'none')
  const asked = jobs.filter((one) => 'confirm' in one && one.confirm !== 'ask').map(({ name }) => name)
  expect(asked.toSorted()).toEqual(Object.keys(CASES).toSorted())
})

/** All that such a job may have done. */
async function readDone(): Promise<unknown> {
  const count = (what: string) => sql.raw(`(SELECT count(*) FROM ${what})::int`)
  const [row] = await db.execute(sql`
    SELECT ${count('withdrawal_steps')} AS steps, ${count('payout_batch_items')} AS batched, ${count('bank_entries')} AS entries,
           ${count('ledger_transfers')} AS transfers, ${count('manual_credits')} AS credits,
           ${count("postback_inbox WHERE outcome = 'quarantined'")} AS quarantined, ${count('campaigns')} AS offers,
           ${count('held_rows')} AS held, ${count('allowed_links')} AS links, ${count('approvals')} AS approvals,
           ${count('operator_log_rows')} AS rows`)
  return row
}

const NOTHING = /changed meanwhile, and nothing was done/i

describe.each(Object.entries(CASES))('%s', (name, prepare) => {
  test('at the desk does nothing where its preview is stale, and what the new one says', async () => {
    const { meanwhile, ...given } = await prepare()
    const preview = await sendForm(visitor, await findOperation(name), given)
    await meanwhile()
    const before = await readDone()
    const again = (await pressConfirm(visitor, preview))!
    await ops('work --once')
    expect(again.text).toMatch(NOTHING)
    expect(await readDone()).toEqual(before)
    const done = (await pressConfirm(visitor, again))!
    await ops('work --once')
    expect(done.text).not.toMatch(NOTHING)
    expect(await readDone()).not.toEqual(before)
  })

  test('by command does nothing where its preview is stale, and what the new one says', async () => {
    const { meanwhile, ...given } = await prepare()
    const operation = await findOperation(name)
    const makes = 'makes' in operation && operation.makes
    const words = writeWords(operation, given, folder)
    const run = () =>
      ops('', ...words, ...(makes ? ['--out', path.join(folder, `made-${++serial}.csv`)] : []))
    let before: unknown
    hooks.meanwhile = async () => {
      await meanwhile()
      before = await readDone()
    }
    const stale = await run()
    hooks.meanwhile = async () => undefined
    expect([stale.code, stale.err]).toEqual([1, expect.stringMatching(NOTHING)])
    expect(await readDone()).toEqual(before)
    expect((await run()).err).not.toMatch(NOTHING)
    expect(await readDone()).not.toEqual(before)
  })
})
