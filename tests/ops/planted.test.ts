// Control sequences planted in every text column of the database must not reach the terminal by any command.
import { sql } from 'drizzle-orm'
import type { Command } from 'commander'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { db, type Tx } from '~/platform/db/client.server'
import { seal } from '~/platform/db/seal.server'
import type { SealedPlace } from '~/platform/db/sealed-columns'
import { sealAnswer } from '~/desk/queued-jobs.server'
import { destinationPlace } from '~/domain/wallet/withdrawals.server'
import { createProgram } from '../../ops/program'

/** Cursor movement, clipboard access (OSC 52), a one-character CSI, a bidirectional override, two kinds of line break. */
const PLANTED = '\u001b[2A\u001b]52;c;ZXZpbA==\u0007\u009b\u202e\u2028\nforged'
/** Everything that a terminal interprets, except line breaks. */
const RAW = /[^\P{C}\n]|[\u2028\u2029]/u

/** Not printed by any command; with planted values nothing could be approved. */
const EXEMPT = ['withdrawal_edges', 'catalogue_version']
const DETAILS = JSON.stringify({
  acc_number: '123456789012',
  acc_holder_name: PLANTED,
  ifsc_code: 'HDFC0000001',
  bank_name: PLANTED,
  upi: PLANTED,
})
const SEALED: Record<string, SealedPlace> = {
  bank_details: 'bank_details|sealed|1',
  upi_details: 'upi_details|sealed|1',
  withdrawals: destinationPlace(1),
  claim_proofs: `claim_proofs|sealed|1|${PLANTED}`,
  push_subscriptions: `push_subscriptions|sealed|1|${PLANTED}`,
  postback_secrets: `postback_secrets|sealed|${PLANTED}|1`,
}

const ANSWER = { effect: PLANTED, facts: [{ name: 'note', kind: 'text', value: PLANTED } as const] }

const HELD: Record<string, object> = {
  row: { campaign: { title: PLANTED, network: PLANTED }, brand: { name: PLANTED } },
  doubts: [{ kind: 'link', network: PLANTED, host: PLANTED, publisher: PLANTED }],
}

interface Column extends Record<string, unknown> {
  name: string
  type: string
}

/** All ids are 1 and all texts are equal, so that references match. */
function toValue(table: string, { name, type }: Column) {
  if (name === 'sealed' || name === 'destination') return sql`${seal(DETAILS, SEALED[table]!)}`
  if (table === 'queued_jobs' && name === 'answer') return sql`${sealAnswer(ANSWER, 1)}`
  if (['on_date', 'ends_at', 'deleted_at', 'unsubscribed_at', 'utr_key'].includes(name)) return sql`NULL`
  if (table === 'held_rows' && type === 'json') return sql`${JSON.stringify(HELD[name])}::text::json`
  switch (type) {
    case 'text':
      return sql`${PLANTED}`
    case 'jsonb':
      return sql`${JSON.stringify({ [PLANTED]: PLANTED })}::text::jsonb`
    case 'ARRAY':
      return sql`ARRAY[${PLANTED}::text]`
    case 'uuid':
      return sql`gen_random_uuid()`
    case 'bytea':
      return sql`'\\x00'::bytea`
    case 'boolean':
      return sql`false`
    default:
      return type.startsWith('timestamp') || type === 'date' ? sql`now()` : sql`1`
  }
}

async function insert(tx: Tx, table: string, columns: Column[], fixed: Record<string, unknown> = {}) {
  const values = columns.map((column) =>
    column.name in fixed ? sql`${fixed[column.name]}` : toValue(table, column),
  )
  const names = columns.map(({ name }) => sql.identifier(name))
  await tx.execute(sql`
    INSERT INTO ${sql.identifier(table)} (${sql.join(names, sql`, `)}) OVERRIDING SYSTEM VALUE
    VALUES (${sql.join(values, sql`, `)})`)
}

beforeAll(async () => {
  const tables = await db.execute<{ name: string; columns: Column[] }>(sql`
    SELECT c.table_name AS name, json_agg(json_build_object('name', c.column_name, 'type', c.data_type)) AS columns
      FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' GROUP BY 1 ORDER BY 1`)
  if (tables.length < 25) throw new Error(`only ${tables.length} tables were found`)
  await db.transaction(async (tx) => {
    // Without triggers, foreign keys and checks any value can be stored.
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    for (const { name, columns } of tables) {
      if (EXEMPT.includes(name)) continue
      if (name === 'settings') {
        // Names and values that cannot be read would stop every command that they guard.
        await tx.execute(sql`UPDATE settings SET made_by = ${PLANTED}, reason = ${PLANTED}`)
        continue
      }
      await dropChecks(tx, name)
      const texts = columns.filter(({ type }) => type === 'text').map((column) => sql.identifier(column.name))
      for (const text of texts)
        await tx.execute(sql`UPDATE ${sql.identifier(name)} SET ${text} = ${PLANTED} || ${text}`)
      await tx.execute(sql`DELETE FROM ${sql.identifier(name)} WHERE ${firstKey(columns)}`)
      await insert(tx, name, columns)
      // Checkpoint ids are assigned by the application.
      if (name !== 'checkpoints' && columns.some(({ name: of, type }) => of === 'id' && type === 'bigint'))
        await tx.execute(sql`ALTER TABLE ${sql.identifier(name)} ALTER COLUMN id RESTART WITH 1001`)
      if (name !== 'withdrawals') continue
      await insert(tx, name, columns, { id: 2, status: 'processing', method: 'bank' })
      await insert(tx, name, columns, { id: 3, status: 'requested', method: 'bank' })
    }
  })
})

const firstKey = (columns: Column[]) =>
  columns.some(({ name, type }) => name === 'id' && type !== 'text' && type !== 'uuid')
    ? sql`id = 1`
    : sql`false`

async function dropChecks(tx: Tx, table: string) {
  const checks = await tx.execute<{ name: string }>(sql`
    SELECT conname AS name FROM pg_constraint WHERE conrelid = ${table}::regclass AND contype = 'c'`)
  for (const { name } of checks)
    await tx.execute(sql`ALTER TABLE ${sql.identifier(table)} DROP CONSTRAINT ${sql.identifier(name)}`)
}

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

async function run(words: string[]): Promise<string> {
  let all = ''
  const keep = (part: unknown) => ((all += String(part)), true)
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(keep),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep),
  ]
  try {
    await (await createProgram(words)).parseAsync(words, { from: 'user' })
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return all
}

/** Commands with arguments; a trailing word names what does not apply. */
const PRINTING = `
catalogue list
catalogue hide 1 --reason because
catalogue unhide 1
stores waits
rates show
rates show --csv
rates set-offer 1 --payout 6% --yes
withdrawals list
withdrawals list --csv
withdrawals show 1 --show
withdrawals approve 3 --show --yes
withdrawals batches
keys status
withdrawals export --out - --yes
conflicts list --state resolved
conflicts show 1
users find 1
users list
users find 1 --csv
users show 1
users export 1 --out -
users export 1 --format csv --out -
visits list
visits list --csv
claims list
claims list --csv
claims show 1
snippets list
snippets list --csv
testimonials list
testimonials list --csv
notes list
notes list --csv
adjustments list
adjustments list --csv
adjustments show 1
settings list
settings show HOLDING_DAYS
postbacks list
postbacks show 1
conversions list
conversions list --csv
conversions show 1
audit
networks list
networks show trackier
networks links
networks owed
networks invoices
catalogue held
catalogue held --csv
bank list
bank list --csv
networks payments
networks payments --csv
signals list --state cleared
signals show 1
alerts list --all
alerts list --all --csv
alerts show 1
images list
images list --csv
images hosts
featured list
flash-sale list
flash-sale set friday 1 --payout 9% --yes
rates planned
shortlinks list
shortlinks add zz 1
newsletter list
newsletter issues
newsletter show 1
subscribers export --out -
log`
  .trim()
  .split('\n')

/** Commands that print no stored texts. */
const OWN_WORDS = [
  'stats',
  'audit recompute',
  'users statement 1 --out -',
  'users hold 1 --reason x',
  'users release 1',
  'sweep',
  'catalogue rank',
  'searches list',
  'searches stores',
  'searches hosts',
  'stores hosts',
  'stores list',
  'texts list',
  'texts show question-1',
  'catalogue show 1',
  'today',
  'search asha',
  'approvals list --all',
  'operators list',
  'log list',
  'log show 1',
  'jobs list',
  'schedule list',
  'books month',
  'books trial-balance',
  'books accounts',
  'books journal',
]

/** Tested elsewhere, because they move money, read files or do not end; their output uses the same functions. */
const ELSEWHERE =
  `migrate, images refetch, images purge, images purge-unused, images purge-cache, catalogue import, catalogue generate, catalogue holding, catalogue add, catalogue edit, catalogue set-link, catalogue end, catalogue restore, catalogue duplicate, catalogue give-back, stores add, stores set, stores give-back, stores show, rates set-store, rates cancel, withdrawals refuse, withdrawals ask, withdrawals paid, withdrawals fail, withdrawals returned,
  jobs show, jobs rows, approvals show, approvals refuse, operators desk, operators confirm, operators invite, operators invite-each, operators accept, operators change, operators disable, operators enable, operators second-factor,
  withdrawals correct-utr, withdrawals unbatch, withdrawals reprint, keys reseal, keys vapid,
  backup, verify, restore, restored, withdrawals import, settings set, settings approve, adjustments add, adjustments approve, adjustments refuse, conflicts resolve, signals clear, signals uphold, users lift, notes add, users erase, users unsubscribe, networks test, networks open-sales, networks statement, networks paid, networks invoice, networks cancel-invoice, networks allocate, networks write-off, networks reverse, bank reconcile, bank other, books close, books reopen, books refuse, books files, books periods, alerts test, pages purge, postbacks replay,
  postbacks accept, postbacks correct, postbacks dismiss, postbacks dismiss-each, claims send-each, claims answer-each, snippets add, snippets set, snippets remove, snippets show, books returns, signals clear-each, signals uphold-each, withdrawals refuse-each, users hold-each, catalogue hide-each, catalogue end-each, catalogue csv, catalogue edit-csv, catalogue move, catalogue move-each, rates set-each, conversions reconcile, conversions explain, claims send, claims answer, claims credit, claims goodwill, claims decline, claims export, claims proof, otp unlock, otp test, testimonials add, testimonials set, testimonials remove, testimonials show, texts set, texts give-back, featured pin, featured set, featured unpin,
  work, newsletter test, newsletter send, newsletter stop, newsletter resume, newsletter cancel, audit accept, audit accepted, catalogue promise, catalogue accept, catalogue product-links, catalogue keeps-cashback, stores add-host, stores remove-host, stores link-offer, networks confirm-links, networks forbid-link, networks secret, networks end-secret, networks try, demo seed`.split(
    /,\s+/,
  )

const leaves = (command: Command, path: string[] = []): string[] =>
  command.commands.length
    ? command.commands.flatMap((child) => leaves(child, [...path, child.name()]))
    : [path.join(' ')]

test('every command that prints data is covered here or listed as covered elsewhere', async () => {
  const tried = [...PRINTING, ...OWN_WORDS]
  const missing = leaves(await createProgram()).filter(
    (name) =>
      !ELSEWHERE.includes(name) && !tried.some((line) => line === name || line.startsWith(`${name} `)),
  )
  expect(missing).toEqual([])
})

test.each([...PRINTING, ...OWN_WORDS])('%s prints planted control characters escaped', async (line) => {
  const out = await run(line.split(' '))
  expect(out.replaceAll('\r\n', '\n')).not.toMatch(RAW)
  expect(out).not.toMatch(/^forged/m)
  if (PRINTING.includes(line))
    expect(out).toMatch(/\bexport\b|--csv/.test(line) ? /\\u\{202e\}|ZXZpbA/ : /\\u\{1b\}/)
})

const WITH_JSON = PRINTING.filter(
  (line) => !line.includes('--csv') && /^(?:\S+ (?:list|show)|users find|audit|log)/.test(line),
)

test.each(WITH_JSON)('%s --json prints planted control characters escaped', async (line) => {
  const out = await run([...line.split(' '), '--json'])
  expect(out).toMatch(/^[\n -~\u00a0-\uffff]*$/)
  expect(out).not.toMatch(RAW)
  expect(JSON.stringify(JSON.parse(out))).toContain('\\u001b')
})

test('a command line with control characters is refused with an error message', async () => {
  const refused = run(['users', 'show', PLANTED])
  await expect(refused).rejects.toThrow('There is no member')
  await expect(run(['users', PLANTED])).rejects.toThrow('unknown command')
})
