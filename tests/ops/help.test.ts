import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { TOPICS } from '~/desk/topics'
import { createProgram } from '../../ops/program'
import { opsProcess } from './process'
import { ops, opsDone } from './support'

describe('help', () => {
  test('lists every command', async () => {
    const out = await opsDone('--help')
    const plain = ['migrate', 'sweep', 'audit', 'keys', 'work', 'restored', 'demo']
    for (const name of [...Object.keys(TOPICS), ...plain])
      expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
  })

  test('can be printed of every command', async () => {
    const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)]
    for (const command of all(await createProgram())) expect(command.helpInformation()).toContain('--help')
  })

  test.each([
    ['books', 'npm run ops -- books close 2026-10 --out october'],
    ['catalogue import', 'npm run ops -- catalogue import offers.csv'],
    ['catalogue generate', 'npm run ops -- catalogue generate --rows 100000'],
    ['searches', 'npm run ops -- searches list --limit 20'],
    ['images', 'npm run ops -- images refetch --state failed'],
    ['rates', 'npm run ops -- rates set-store Voltwala --commission 8% --share 70%'],
    ['stores', 'npm run ops -- stores set Voltwala --tracks-in 24'],
    ['withdrawals', 'npm run ops -- withdrawals paid 7 --utr 432198765012'],
    ['conflicts', 'npm run ops -- conflicts resolve 3 --note'],
    ['users', 'npm run ops -- users find asha'],
    ['visits', 'npm run ops -- visits list --member 9000000001'],
    ['snippets', 'npm run ops -- snippets add --name'],
    ['books', 'npm run ops -- books returns 2026-10'],
    ['notes', 'npm run ops -- notes list --member 9000000001'],
    ['adjustments', 'npm run ops -- adjustments approve 7'],
    ['settings', 'npm run ops -- settings approve 15'],
    ['otp', 'npm run ops -- otp unlock 9000000001'],
    ['work', 'npm run -s ops -- work'],
    ['alerts', 'npm run ops -- alerts test'],
    ['networks', 'npm run ops -- networks list'],
    ['postbacks', 'npm run ops -- postbacks replay 12'],
    ['conversions', 'npm run ops -- conversions reconcile impact report.csv'],
    ['pages', 'npm run ops -- pages purge'],
    ['shortlinks', 'npm run ops -- shortlinks add diwali 12'],
    ['bank', 'npm run ops -- bank reconcile november.csv --columns'],
    ['restored', 'npm run ops -- restored'],
    ['stats', 'npm run ops -- stats --by store --from 2026-11-01 --sort margin --reverse --limit 10'],
    ['stats', 'npm run -s ops -- stats --by month --from 2026-04-01 --to 2027-03-31 --csv > year.csv'],
    ['books', 'npm run ops -- books trial-balance --to 2027-03-31'],
    ['books', 'npm run -s ops -- books journal --from 2026-04-01 --to 2027-03-31 --csv > journal.csv'],
  ])('of %s has an example', async (command, example) => {
    const out = await opsDone(`${command} --help`)
    expect(out).toContain(example)
  })
})

/** Every command and group, as the words that name it. */
const paths = (command: Command, path: string[] = []): string[] =>
  command.commands.flatMap((child) => [
    [...path, child.name()].join(' '),
    ...paths(child, [...path, child.name()]),
  ])

test.each(paths(await createProgram()))('%s --help ends with 0', async (command) => {
  const { code, out, err } = await ops(`${command} --help`)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain(`Usage: npm run ops -- ${command} `)
})

test.each([
  ['networks paid', 'value date (2026-11-21, today or yesterday)'],
  ['books close', 'in India (such as 2026-10)'],
])('of %s says how a day or a month is typed', async (command, words) => {
  expect((await opsDone(`${command} --help`)).replaceAll(/\s+/g, ' ')).toContain(words)
})

describe('mistyped command', () => {
  test.each([
    ['', 'Usage: npm run ops --'],
    ['withdraw', "unknown command 'withdraw'"],
    ['audit --jsn', "unknown option '--jsn'"],
    ['books accounts --from 2026-02-30', 'It must be a day: 2026-11-21'],
    ['books journal --from 2026-12-01 --to 2026-11-30', '--from is after --to.'],
    ['books journal --account petty_cash', 'It must be one of bank'],
    ['withdrawals paid 7', "required option '--utr <utr>' not specified"],
    ['withdrawals fail 7 --reason " "', 'between 1 and 200 characters'],
    ['withdrawals approve', "missing required argument 'ids'"],
    ['withdrawals paid 7 --utr "U T R"', 'between 6 and 40 letters and digits'],
    ['withdrawals paid 7 --utr X12345', 'between 6 and 40 letters and digits'],
    ['withdrawals correct-utr 7 --utr b --reason Typo', 'between 6 and 40 letters and digits'],
    ['users show 90000 00001', 'Put a number with blanks in quotes: "90000 00001"'],
    ['users erase +91 90000 00001 --yes', 'Put a number with blanks in quotes: "+91 90000 00001"'],
    ['conflicts resolve 3', "required option '--note <text>' not specified"],
    ['conflicts list --state lost', 'It must be one of open, resolved.'],
    ['users hold 1001', "required option '--reason <text>' not specified"],
    ['users hold 1001 --reason x --days many', 'It must be a whole number from 1 to 999.'],
    ['otp unlock 12', 'It must be a mobile number of India.'],
    ['withdrawals approve seven', 'It must be a number such as 12.'],
    ['withdrawals list --status lost', 'It must be one of requested, processing'],
    [
      'catalogue import feed.json --payout 101%',
      'a percentage such as 6%, or an amount in rupees such as 250',
    ],
    ['catalogue import feed.json --format other', 'It must be one of awin, dealdwaar.'],
  ])('%s exits with 2 and an explanation', async (command, words) => {
    const { code, out, err } = await ops(command)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(words)
  })
})

test('migrate reports an up-to-date schema', async () => {
  expect(await ops('migrate')).toEqual({ code: 0, out: 'The database is up to date.\n', err: '' })
})

test('an unreachable database exits with 1', async () => {
  const answer = await opsProcess('audit', {
    env: { EMBEDDED_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
  })
  expect(answer.code).toBe(1)
  expect(answer.err).toContain('The database cannot be used: nothing listens on 127.0.0.1:1')
})
