import { Command } from 'commander'
import { formatRupees } from '~/formats/money'
import { commandPrefix, quietPrefix } from './command-name'
import { commanderOutput } from './terminal'

/** By name, as the help lists them. Imported on use, so that a command loads only what it needs. */
const COMMANDS: Record<string, [about: string, make: () => Promise<Command>]> = {
  migrate: ['apply pending database migrations', async () => (await import('./migrate')).migrateCommand()],
  stats: [
    'clicks, sales, commission, cashback, margin, liability and withdrawals of any period',
    async () => (await import('./stats')).statsCommand(),
  ],
  catalogue: [
    'import feeds, rank offers, and list the catalogue',
    async () => (await import('./catalogue')).catalogueCommands(),
  ],
  images: [
    'logos that feeds name: fetched, failed, removed',
    async () => (await import('./images')).imageCommands(),
  ],
  searches: [
    'searches of shoppers that found nothing',
    async () => (await import('./searches')).searchCommands(),
  ],
  rates: [
    'payout, commission and share of stores and offers, and the margin of a sale',
    async () => (await import('./rates')).rateCommands(),
  ],
  stores: [
    'what the page of a store says of its cashback',
    async () => (await import('./store-record')).storeCommands(),
  ],
  withdrawals: [
    'list, approve and pay out withdrawals',
    async () => (await import('./withdrawals')).withdrawalCommands(),
  ],
  conflicts: [
    'payouts whose status at the provider contradicts our books',
    async () => (await import('./conflicts')).conflictCommands(),
  ],
  users: ['members, their wallets and holds', async () => (await import('./users')).userCommands()],
  adjustments: [
    'corrections, goodwill credits and write-offs of members’ balances',
    async () => (await import('./adjustments')).adjustmentCommands(),
  ],
  settings: [
    'limits, shares and periods that guard the money',
    async () => (await import('./settings')).settingCommands(),
  ],
  visits: ['clicks to stores with their outcomes', async () => (await import('./visits')).visitCommands()],
  notes: ['support notes about members and sales', async () => (await import('./notes')).noteCommands()],
  signals: [
    'signals of possible fraud, which stop the approval of withdrawals',
    async () => (await import('./signals')).signalCommands(),
  ],
  networks: [
    'the affiliate networks: their postbacks, statements and payments',
    async () => (await import('./networks')).networkCommands(),
  ],
  postbacks: [
    'received postbacks and the quarantine',
    async () => (await import('./postbacks')).postbackCommands(),
  ],
  conversions: [
    'sales reported by networks',
    async () => (await import('./conversions')).conversionCommands(),
  ],
  sweep: [
    'clear away ended sign-ins, codes and counts; the network of a sign-up after a week, the browser of a click after a year, signals and phone hashes of deleted accounts after three years',
    async () => (await import('./sweep')).sweepCommand(),
  ],
  audit: [
    'check that the books balance, that no history was rewritten and that no stored text steers a terminal; ends with 1 otherwise',
    async () => (await import('./audit')).auditCommand(),
  ],
  alerts: [
    'problems that the server detected, and the delivery of their alerts to the webhook',
    async () => (await import('./alerts')).alertCommands(),
  ],
  bank: [
    'reconcile bank statements with withdrawals and network payments, and post fees',
    async () => (await import('./bank')).bankCommands(),
  ],
  books: [
    'the books: trial balance, accounts and journal; closed months',
    async () => (await import('./books')).bookCommands(),
  ],
  'flash-sale': [
    'the flash-sale offer of each day',
    async () => (await import('./flash-sale')).flashSaleCommands(),
  ],
  shortlinks: [
    'short links for posters and posts',
    async () => (await import('./shortlinks')).shortlinkCommands(),
  ],
  pages: ['the pages that servers keep for guests', async () => (await import('./pages')).pageCommands()],
  newsletter: ['newsletter subscriptions', async () => (await import('./newsletter')).newsletterCommands()],
  subscribers: [
    'export of newsletter subscribers',
    async () => (await import('./subscribers')).subscriberCommands(),
  ],
  keys: ['the encryption keys of bank and UPI details', async () => (await import('./keys')).keyCommands()],
  otp: ['one-time codes and their rate limits', async () => (await import('./otp')).otpCommands()],
  work: [
    'run the background jobs without a server; Ctrl-C stops it',
    async () => (await import('./work')).workCommand(),
  ],
  restored: [
    'after any restore, before the site starts: ask providers before paying, skip numbers, audit the books',
    async () => (await import('./restored')).restoredCommand(),
  ],
  log: ['log of operator commands, newest first', async () => (await import('./operator-log')).logCommand()],
  demo: ['demo data: shops, offers and members', async () => (await import('./demo')).demoCommands()],
}

/**
 * With `words`, only the named command is complete; of the others the help has name and description. Commands throw
 * instead of exiting, and print only by ops/terminal.ts.
 */
export async function createProgram(words?: readonly string[]): Promise<Command> {
  const program = describeProgram()
  const named = words?.find((word) => word !== 'help' && !word.startsWith('-'))
  for (const [name, [about, make]] of Object.entries(COMMANDS)) {
    const command = words && name !== named ? new Command(name) : await make()
    program.addCommand(command.description(about))
  }
  prepare(program)
  return program
}

const describeProgram = () =>
  new Command(commandPrefix())
    .description('Operator commands. They work whether or not the server is running.')
    .addHelpText(
      'after',
      `
A day at the desk:
  $ ${commandPrefix()} stats
  $ ${commandPrefix()} alerts list
  $ ${commandPrefix()} postbacks list --state quarantined
  $ ${commandPrefix()} withdrawals list --status requested
  $ ${commandPrefix()} visits list --member 9000000001
  $ ${commandPrefix()} audit

Each command explains itself:
  $ ${commandPrefix()} withdrawals --help

It ends with 0 when all is well, 1 when the command was refused or found defects, 2 when it was mistyped.
\`${quietPrefix()} …\` prints nothing but the answer.`,
    )

/** Without exitOverride() on every command commander exits the process itself; in the help it writes defaults as JSON. */
function prepare(command: Command): void {
  for (const option of command.options)
    if (typeof option.defaultValue === 'bigint')
      option.defaultValueDescription ??= formatRupees(option.defaultValue)
  command
    .configureOutput(commanderOutput)
    .exitOverride()
    .showHelpAfterError('Add --help to see how it is used.')
  command.commands.forEach(prepare)
}
