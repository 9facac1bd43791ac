import { getCommandPrefix } from './command-name'
import { Command } from 'commander'
import { countKeys, isIndexKeyRight, reseal, type KeyUse } from '~/platform/db/reseal.server'
import { makePushKeys } from '~/platform/config/push-keys'
import { formatCount } from '~/platform/formats/count'
import { table, type TextColumn } from './safe-text'
import { createProgressBar, print, printError, printJson, type Answers } from './terminal'

export function createKeyCommands(): Command {
  const group = new Command('keys').addHelpText(
    'after',
    `
Key rotation without downtime (docs/operator.md has each step):
  1. every server gets the new key in DATA_KEYS_OLD, and INDEX_KEY, the first DATA_KEY that this database had
  2. every server gets the new key as DATA_KEY, and the old one in DATA_KEYS_OLD
  3. $ ${getCommandPrefix()} keys reseal
     $ ${getCommandPrefix()} keys status
  4. when no row is under the old key any more, remove DATA_KEYS_OLD; keep INDEX_KEY`,
  )
  group
    .command('status')
    .description('number of rows encrypted under each key; exits with 1 if a key is missing')
    .option('--json', 'print a JSON object')
    .action(status)
  group
    .command('reseal')
    .description('re-encrypt every row under DATA_KEY while the site runs; can be interrupted and resumed')
    .option('--json', 'print a JSON object')
    .action(resealAll)
  group
    .command('vapid')
    .description(
      'make a pair of keys for push notifications, as two lines for the environment; stores nothing',
    )
    .option('--json', 'print a JSON object')
    .action(makeVapid)
  return group
}

function makeVapid({ json }: Answers): void {
  const keys = makePushKeys()
  if (json) return printJson(keys)
  for (const [name, value] of Object.entries(keys)) print`${name}=${value}`
}

const STATES: Record<KeyUse['state'], string> = {
  current: 'DATA_KEY',
  old: 'in DATA_KEYS_OLD',
  legacy: 'from before keys had ids',
  unknown: 'missing: neither DATA_KEY nor in DATA_KEYS_OLD',
}

const COLUMNS: readonly TextColumn<KeyUse>[] = [
  { head: 'COLUMN', cell: ({ column }) => column },
  { head: 'KEY', cell: ({ key }) => key },
  { head: 'ROWS', cell: ({ rows }) => String(rows), right: true },
  { head: 'IS', cell: ({ state }) => STATES[state] },
]

async function status({ json }: Answers): Promise<void> {
  const [uses, isRight] = await Promise.all([countKeys(), isIndexKeyRight()])
  const rowsIn = (state: KeyUse['state']) =>
    uses.reduce((sum, use) => sum + (use.state === state ? use.rows : 0), 0)
  if (rowsIn('unknown') || isRight === false) process.exitCode = 1
  if (json) return printJson({ columns: uses, index_key_fits: isRight })
  if (!uses.length) return print`Nothing is encrypted yet.`
  print`${table(uses, COLUMNS)}\n`
  const older = rowsIn('old') + rowsIn('legacy')
  if (older) print`${formatCount(older, 'row')} to bring under DATA_KEY: ${getCommandPrefix()} keys reseal`
  else if (!rowsIn('unknown')) print`Everything is under DATA_KEY.`
  if (isRight === false)
    printError(
      'INDEX_KEY is not the key that the hashes of payout details were made with, so that equal accounts are not found: set it to the first DATA_KEY that this database had.',
    )
}

async function resealAll({ json }: Answers): Promise<void> {
  const bar = createProgressBar()
  const { resealed, unopened } = await reseal((done) => bar.show(0, formatCount(done, 'row')))
  bar.end()
  if (unopened.length) process.exitCode = 1
  if (json) return printJson({ resealed, unopened })
  print`${formatCount(resealed, 'row')} brought under DATA_KEY.`
  if (unopened.length)
    printError(
      `Left as they are, because they do not open: ${unopened.slice(0, 20).join(', ')}${unopened.length > 20 ? ` and ${unopened.length - 20} more` : ''}.`,
    )
}
