// Bank files, with the command killed at each critical point.
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { UNSEEN } from '../../ops/run-change'
import { buildFolder } from '../../scripts/build.mjs'
import { db } from '~/platform/db/client.server'
import { reprintBatch } from '~/domain/wallet/bank-files.server'
import { listBatches } from '~/domain/wallet/batches.server'
import { approveWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { requestAmount } from '../wallet/payout-support'
import { memberWith, makeUpi, typeCommands } from '../wallet/support'
import { opsProcess } from './process'
import { file, ops, opsJson } from './support'
import { untilBlocked } from '../support/locks'
import { rewrite } from '../support/rewrite'
import { readWorkbook } from '../support/spreadsheet'

beforeAll(() => typeCommands('withdrawals'))

let member: number
const folder = path.dirname(file('here', ''))
const place = () => path.join(folder, `${randomUUID()}.csv`)

async function approved(amount = '10'): Promise<number> {
  const id = await requestAmount(member, amount)
  await approveWithdrawal(id)
  return id
}

const NOTE =
  'The file contains account numbers. A spreadsheet changes the long ones of the CSV: upload it as it is, and open the .xlsx, where they are text.'

const idsIn = (csv: string) =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]))

/** Newest first. */
const batches = () => listBatches({ limit: 1000 })
const newest = async () => (await batches())[0]!

beforeAll(async () => {
  member = await memberWith(10_000_00n)
})

describe('account numbers', () => {
  test('are printed by no command without --show', async () => {
    const id = await approved('11')
    const refused = await ops('withdrawals export --yes')
    expect({ code: refused.code, err: refused.err }).toEqual({
      code: 2,
      err: 'Pass --out FILE for the bank file; - prints it to the terminal.\n',
    })
    const requested = await requestAmount(member, '12')
    for (const command of [
      `approve ${requested} --dry-run`,
      `approve ${requested} --yes`,
      `approve ${requested} --yes --json`,
      'export --dry-run',
      `show ${id}`,
      `show ${id} --json`,
      'list',
      'list --json',
    ]) {
      const { code, out, err } = await ops(`withdrawals ${command}`)
      expect({ command, code, told: (out + err).includes(makeUpi(member)) }).toEqual({
        command,
        code: 0,
        told: false,
      })
    }
    for (const command of [
      `show ${id} --show`,
      `show ${id} --show --json`,
      `approve ${id} --show --yes`,
      'export --out - --yes',
    ])
      expect((await ops(`withdrawals ${command}`)).out).toContain(makeUpi(member))
    const log = (await opsJson('log')) as { command: string }[]
    const noted = log.map(({ command }) => command)
    expect(noted).toContain(`withdrawals show ${id} --show`)
    expect(noted).not.toContain(`withdrawals show ${id}`)
  })
})

describe('bank batch', () => {
  test('cannot be printed to the terminal together with JSON', async () => {
    await approved('15')
    expect(await ops('withdrawals export --yes --out - --json')).toMatchObject({ code: 2, out: '' })
    expect((await ops('withdrawals export --yes --out -')).out).toContain(makeUpi(member))
    expect((await newest()).written_at).not.toBeNull()
  })

  test('is numbered, listed with its hash, and reprinted byte for byte', async () => {
    const id = await approved('250')
    const out = place()
    const made = await ops(`withdrawals export --yes --out ${out}`)
    const { id: batch, sha256 } = await newest()
    expect(made).toEqual({
      code: 0,
      out: `Done: makes batch ${batch} for the bank: 1 withdrawal, Rs. 250.00.\nWritten: ${out}\n${NOTE}\n\nNext:\n  npm run ops -- withdrawals import <file>\n${UNSEEN}\n`,
      err: '',
    })
    const csv = fs.readFileSync(out)
    expect(createHash('sha256').update(csv).digest('hex')).toBe(sha256)
    expect(fs.statSync(out).mode & 0o777).toBe(0o600)
    expect((await ops('withdrawals batches')).out).toMatch(
      new RegExp(
        `^ *${batch} .* +1 +Rs\\. 250\\.00 +1 +0 +${path.basename(out)} +${sha256.slice(0, 12)}$`,
        'm',
      ),
    )
    const again = place()
    expect((await ops(`withdrawals reprint ${batch} --out ${again}`)).code).toBe(0)
    expect(fs.readFileSync(again).equals(csv)).toBe(true)
    const third = place()
    const nothing = await ops(`withdrawals export --yes --out ${third}`)
    expect(nothing.err).toMatch(/^Nothing waits for the bank\./)
    expect(fs.existsSync(third)).toBe(false)
    expect((await ops(`withdrawals show ${id}`)).out).toMatch(
      new RegExp(`^In files for the bank:\n.*\n *${batch} +${os.userInfo().username} `, 'm'),
    )
  })

  test('is written as a workbook of texts where the name ends with .xlsx', async () => {
    const id = await approved('260')
    const out = place().replace('.csv', '.xlsx')
    expect((await ops(`withdrawals export --yes --out ${out}`)).out).toContain(`Written: ${out}\n`)
    expect(fs.statSync(out).mode & 0o777).toBe(0o600)
    const csv = place()
    expect((await ops(`withdrawals reprint ${(await newest()).id} --out ${csv}`)).code).toBe(0)
    const rows = fs.readFileSync(csv, 'utf8').trim().split('\r\n')
    expect(readWorkbook(fs.readFileSync(out)).map((cells) => cells.map(({ value }) => value).join())).toEqual(
      rows,
    )
    expect(rows[1]).toMatch(new RegExp(`^${id},260\\.00,UPI,`))
  })

  test('rejected by the bank is exported again, with the reason in show', async () => {
    const [first, second] = [await approved('20'), await approved('30')]
    await ops(`withdrawals export --yes --out ${place()}`)
    const { id: batch } = await newest()
    expect((await ops(`withdrawals fail ${first} --reason Closed --yes`)).err).toBe(
      `Withdrawal ${first} is in batch ${batch} for the bank, which may still pay it: ask the bank first, and say then that it is to be done even so (--even-so).\n`,
    )
    const asked = await ops(`withdrawals unbatch --batch ${batch} --reason "Wrong format"`)
    expect(asked.out).toMatch(
      /^Takes withdrawals \d+, \d+ out of the bank file: .*\n\nDo this only if the bank did surely not pay them\.\n$/,
    )
    expect(asked.err).toContain('Pass --yes')
    expect((await ops(`withdrawals unbatch --batch ${batch} --reason "Wrong format" --yes`)).out).toContain(
      `Done: takes withdrawals ${first}, ${second} out of the bank file: the next one has them again.\n`,
    )
    expect((await ops(`withdrawals unbatch ${first} --reason x --yes`)).err).toBe(
      `In no batch, or settled already: withdrawal ${first}. Nothing was done.\n`,
    )
    expect((await ops('withdrawals unbatch --reason x --yes')).code).toBe(2)
    const out = place()
    await ops(`withdrawals export --yes --out ${out}`)
    expect(idsIn(fs.readFileSync(out, 'utf8'))).toEqual([first, second])
    expect((await ops(`withdrawals show ${first}`)).out).toMatch(
      / [ap]m +\d+ \w{3} \d{4}, .* +Wrong format$/m,
    )
  })

  test('must be named by a command that records one of its withdrawals as paid', async () => {
    const [id, outside] = [await approved('60'), await approved('70')]
    await ops(`withdrawals unbatch ${id} --reason x --yes`)
    await ops(`withdrawals export --yes --out ${place()}`)
    const { id: batch } = await newest()
    await ops(`withdrawals unbatch ${outside} --reason "Not taken" --yes`)
    const paid = (of: number, more: string) =>
      ops(`withdrawals paid ${of} --utr BATCH000000${of} --yes ${more}`)
    const inFile = `Withdrawal ${id} is in batch ${batch} for the bank. Take it out first, unless the bank paid that file: then name the batch (--batch).\n  npm run ops -- withdrawals unbatch ${id} --reason <text>\n`
    expect(await paid(id, '')).toEqual({ code: 1, out: '', err: inFile })
    expect(await paid(id, `--batch ${batch + 1}`)).toEqual({ code: 1, out: '', err: inFile })
    expect((await paid(outside, `--batch ${batch}`)).err).toBe(
      `Withdrawal ${outside} is in no file for the bank: name no batch (--batch).\n`,
    )
    expect((await paid(id, `--batch ${batch}`)).code).toBe(0)
    expect((await paid(id, '')).code).toBe(0)
    expect((await paid(outside, '')).code).toBe(0)
  })

  test('leaves out and names an account that cannot be decrypted; a wrong DATA_KEY is reported', async () => {
    const [whole, broken] = [await approved('40'), await approved('50')]
    await rewrite(sql`UPDATE withdrawals SET destination = 'k1.AAAA' WHERE id = ${broken}`)
    const wrong = await opsProcess(`withdrawals export --yes --out ${place()}`, {
      env: { DATA_KEY: 'ab'.repeat(32) },
    })
    expect(wrong.code).toBe(1)
    expect(wrong.err).toBe(
      `withdrawals ${whole}, ${broken}: no account opens under DATA_KEY, nor under DATA_KEYS_OLD. Is DATA_KEY the one of the server?\n`,
    )
    // Its line is sealed with the wrong key.
    await rewrite(sql`DELETE FROM operator_log WHERE id = (SELECT max(id) FROM operator_log)`)
    const out = place()
    const made = await ops(`withdrawals export --yes --out ${out}`)
    expect({ code: made.code, ids: idsIn(fs.readFileSync(out, 'utf8')) }).toEqual({ code: 1, ids: [whole] })
    expect(made.err).toMatch(new RegExp(`^Left out, because .*: withdrawal ${broken}\\. `))
    await ops(`withdrawals fail ${broken} --reason "Ask again" --yes`)
  })
})

/** Kills the command before or after this node:fs call for one of the test's files. */
function fatal(call: string, when: 'before' | 'after'): string {
  return file(
    `${call}-${when}.mjs`,
    `import fs from 'node:fs'
import os from 'node:os'
const real = fs.${call}
fs.${call} = (...given) => {
  const ours = String(given[0]).includes('.csv')
  if (ours && '${when}' === 'before') process.kill(process.pid, 'SIGKILL')
  const result = real(...given)
  if (ours) process.kill(process.pid, 'SIGKILL')
  return result
}
`,
  )
}

/** Resolves with the signal that ended the export. */
function killedExport(
  out: string,
  preload?: string,
): { ended: Promise<NodeJS.Signals | null>; kill: () => void } {
  const child = spawn(
    process.execPath,
    [
      ...(preload ? ['--import', preload] : []),
      path.join(buildFolder, 'node/ops.js'),
      'withdrawals',
      'export',
      '--yes',
      '--out',
      out,
    ],
    { env: process.env, stdio: 'ignore' },
  )
  return {
    ended: new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal))),
    kill: () => child.kill('SIGKILL'),
  }
}

/** Each withdrawal is in exactly one batch, and every batch can be printed again. */
async function expectOnce(ids: number[], from: number): Promise<void> {
  const rest = await ops(`withdrawals export --yes --out ${place()}`)
  expect([0, 1]).toContain(rest.code)
  const seen: number[] = []
  for (const { id, written_at, file_name } of await batches()) {
    if (id <= from) continue
    const again = await reprintBatch(id)
    if (!again.ok) throw new Error(again.reason)
    seen.push(...idsIn(again.csv))
    if (written_at) continue
    const out = place()
    expect((await ops(`withdrawals reprint ${id} --out ${out}`)).code).toBe(0)
    expect(fs.readFileSync(out, 'utf8')).toBe(again.csv)
    expect(file_name).not.toBe(path.basename(out))
  }
  expect(seen.sort((a, b) => a - b)).toEqual(ids)
  expect((await batches()).every(({ written_at }) => written_at !== null)).toBe(true)
}

describe('killed export', () => {
  test.each<[string, string, 'before' | 'after', { whole: boolean; isMade: boolean }]>([
    [
      'after creating the file, before making the batch',
      'writeFileSync',
      'after',
      { whole: false, isMade: false },
    ],
    ['after making the batch, before writing the file', 'rmSync', 'before', { whole: false, isMade: true }],
    [
      'after writing the temporary file, before renaming it',
      'renameSync',
      'before',
      { whole: false, isMade: true },
    ],
    ['after renaming the file, before recording it', 'renameSync', 'after', { whole: true, isMade: true }],
  ])('%s: each withdrawal is in one batch', async (_, call, when, { whole, isMade }) => {
    const from = (await newest()).id
    const ids = [await approved('1'), await approved('2')]
    const out = place()
    expect(await killedExport(out, fatal(call, when)).ended).toBe('SIGKILL')
    expect(fs.statSync(out).mode & 0o777).toBe(0o600)
    expect(fs.readFileSync(out, 'utf8') === '').toBe(!whole)
    const made = (await batches()).filter(({ id }) => id > from)
    expect(made.map(({ written_at }) => written_at)).toEqual(isMade ? [null] : [])
    if (isMade)
      expect((await ops('withdrawals batches')).out).toMatch(
        /^Batch \d+ was made, and its file perhaps not written\./m,
      )
    await expectOnce(ids, from)
  })

  test('while making the batch: each withdrawal is in one batch', async () => {
    const from = (await newest()).id
    const ids = [await approved('1'), await approved('2')]
    let killed: ReturnType<typeof killedExport> | undefined
    // The lock makes the export wait in the middle of its transaction.
    await db.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE payout_batch_items IN ACCESS EXCLUSIVE MODE`)
      killed = killedExport(place())
      await untilBlocked()
      killed.kill()
      expect(await killed.ended).toBe('SIGKILL')
    })
    expect((await batches()).filter(({ id }) => id > from)).toEqual([])
    await expectOnce(ids, from)
  })
})

test('the books balance after all of these tests', async () => {
  const audit = await ops('audit')
  expect(audit.out).toContain('The books balance')
})
