import { Command } from 'commander'
import { formatRupees } from '~/platform/formats/money'
import type { Operation, Topic } from '~/desk/operation'
import { TOPICS } from '~/desk/topics'
import { getCommandPrefix, prefixExample, getQuietPrefix } from './command-name'
import { createOperationCommand } from './operation-command'
import { commanderOutput } from './terminal'

/** Each is imported on use, so that a command loads only what it needs. */
const COMMANDS: Record<string, [about: string, make: () => Promise<Command>]> = {
  migrate: [
    'apply pending database migrations',
    async () => (await import('./migrate')).createMigrateCommand(),
  ],
  sweep: [
    'clear away ended sign-ins, codes and counts; the network of a sign-up after a week, the browser of a click after a year, signals and phone hashes of deleted accounts after three years',
    async () => (await import('./sweep')).createSweepCommand(),
  ],
  keys: [
    'the encryption keys of bank and UPI details',
    async () => (await import('./keys')).createKeyCommands(),
  ],
  work: [
    'run the background jobs without a server; Ctrl-C stops it',
    async () => (await import('./work')).createWorkCommand(),
  ],
  restored: [
    'after any restore, before the site starts: ask providers before paying, skip numbers, audit the books',
    async () => (await import('./restored')).createRestoredCommand(),
  ],
  demo: ['demo data: shops, offers and members', async () => (await import('./demo')).createDemoCommands()],
}

const PLAIN: Record<string, () => Promise<Command[]>> = {
  alerts: async () => (await import('./alerts')).createAlertsCommands(),
  catalogue: async () => (await import('./catalogue')).createCatalogueCommands(),
  images: async () => (await import('./images')).createImagesCommands(),
  networks: async () => (await import('./networks-test')).createNetworksCommands(),
  otp: async () => (await import('./otp')).createOtpCommands(),
}

/** Commands that do something by themselves, beside their operations. */
const BASES: Record<string, () => Promise<Command>> = {
  audit: async () => (await import('./audit')).createAuditCommand(),
}

/** With `words` only the named command is complete. Commands throw errors instead of ending the process. */
export async function createProgram(words?: readonly string[]): Promise<Command> {
  const program = describeProgram()
  const word = words?.find((one, i) => one !== 'help' && !one.startsWith('-') && words[i - 1] !== '--as')
  for (const [name, { about, load }] of Object.entries(TOPICS)) {
    const command =
      !words || name === word ? await createTopic(name, (await load()).topic) : new Command(name)
    program.addCommand(command.description(about))
  }
  for (const [name, [about, make]] of Object.entries(COMMANDS)) {
    const command = words && name !== word ? new Command(name) : await make()
    program.addCommand(command.description(about))
  }
  prepare(program)
  return program
}

const operations = new WeakMap<Command, Operation>()

export const getOperation = (command: Command): Operation | undefined => operations.get(command)

function createOperation(operation: Operation): Command {
  const command = createOperationCommand(operation)
  operations.set(command, operation)
  return command
}

async function createTopic(
  name: string,
  { operations, standard, help = '', examples = '' }: Topic,
): Promise<Command> {
  const own = operations.find((one) => one.name === name)
  const group = own ? createOperation(own) : ((await BASES[name]?.()) ?? new Command(name))
  for (const operation of operations)
    if (operation !== own)
      group.addCommand(createOperation(operation), { isDefault: operation.name === standard })
  for (const command of (await PLAIN[name]?.()) ?? []) group.addCommand(command)
  const write = (_: string, line: string) => `$ ${prefixExample(line)}`
  const texts = [help, examples.replaceAll(/\$ (.*)/g, write)].filter(Boolean)
  return texts.length ? group.addHelpText('after', `\n${texts.join('\n')}`) : group
}

const describeProgram = () =>
  new Command(getCommandPrefix())
    .description('Operator commands. They work whether or not the server is running.')
    .option(
      '--as <name>',
      'act as this operator, with a code of the operator’s second factor; before the command',
    )
    .addHelpText(
      'after',
      `
A day at the desk:
  $ ${getCommandPrefix()} today
  $ ${getCommandPrefix()} search asha
  $ ${getCommandPrefix()} stats
  $ ${getCommandPrefix()} postbacks list --state quarantined
  $ ${getCommandPrefix()} withdrawals list --status requested
  $ ${getCommandPrefix()} visits list --member 9000000001
  $ ${getCommandPrefix()} audit

Each command explains itself:
  $ ${getCommandPrefix()} withdrawals --help

It ends with 0 when all is well, 1 when the command was refused or found defects, 2 when it was mistyped.
\`${getQuietPrefix()} …\` prints nothing but the answer.`,
    )

/** Prevents commander from ending the process itself and from printing defaults as JSON. */
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
