import { Command, Option } from 'commander'
import { toReader, type Call } from '~/desk/call'
import { listFields, toFlag, formatForLog, type TypedInput } from '~/desk/command-text'
import { logReading } from '~/desk/logged-call.server'
import type { Operation, RecordOperation } from '~/desk/operation'
import { findBrokenRelation } from '~/desk/relations'
import { findActor } from './actor'
import { prefixExample } from './command-name'
import { toArgument, toOption, type FieldEntry, type TypedValue } from './operation-options'
import { requireNumber, UsageError } from './terminal'
import type * as runChange from './run-change'
import { hasVersion, type CliOptions } from './cli-options'
import { printList } from './print-list'
import { printAnswer } from './render'

export function createOperationCommand(operation: Operation): Command {
  const command = new Command(operation.name.split(' ').at(-1)).description(operation.summary)
  const fields = listFields(operation)
  const places = fields.filter(([, { place }]) => place === 'argument')
  for (const [name, facts] of places) command.addArgument(toArgument(operation, name, facts))
  for (const [name, facts] of fields)
    if (facts.place !== 'argument') command.addOption(toOption(operation, name, facts))
  addSharedOptions(command, operation)
  const { help, examples } = operation
  if (help || examples) command.addHelpText('after', formatHelp(operation))
  command.action(async (...all: unknown[]) => {
    const options = command.opts<CliOptions & Record<string, unknown>>()
    const typings = Object.fromEntries([
      ...places.map(([name], i) => [name, all[i]]),
      ...fields.filter(([, { place }]) => place !== 'argument').map(([name]) => [name, options[name]]),
    ]) as Record<string, TypedValue | undefined>
    await RUN[operation.kind](
      (await toCall(operation, fields, typings, options, findAs(command))) as never,
      options,
    )
  })
  return command
}

async function printRecord(call: Call<RecordOperation>, options: CliOptions): Promise<void> {
  const answer = await logReading(call, (context) => call.operation.read(call.input, context))
  await printAnswer(answer, toReader(call), { ...options, operation: call.operation })
}

/** Imported on use, so that readings do not load what does changes. */
const printGuarded = async (...given: Parameters<typeof runChange.printGuarded>): Promise<void> =>
  (await import('./run-change')).printGuarded(...given)

const RUN = {
  list: printList,
  record: printRecord,
  report: printRecord,
  change: printGuarded,
  job: printGuarded,
}

const findAs = (command: Command) => command.optsWithGlobals<{ as?: string }>().as

const formatHelp = ({ help, examples = [] }: Operation) =>
  [
    ...(help ? ['', help] : []),
    ...(examples.length ? ['', 'Examples:', ...examples.map((line) => `  $ ${prefixExample(line)}`)] : []),
  ].join('\n')

async function toCall(
  operation: Operation,
  fields: readonly FieldEntry[],
  typings: Record<string, TypedValue | undefined>,
  { show = false }: CliOptions,
  as: string | undefined,
): Promise<Call> {
  const input = Object.fromEntries(
    fields.map(([name, { kind }]) => [
      name,
      kind === 'yes' ? typings[name] !== undefined : typings[name]?.value,
    ]),
  )
  const places = new Map(fields.map(([name, { place }]) => [name, place]))
  const broken = findBrokenRelation(operation.relations ?? [], input, (field) =>
    places.get(field) === 'argument' ? `<${field}>` : toFlag(field),
  )
  if (broken) throw new UsageError(broken.message)
  const typed: TypedInput = Object.fromEntries(
    fields.map(([name, { kind }]) => [name, kind === 'yes' && typings[name] ? 'yes' : typings[name]?.typed]),
  )
  return {
    operation,
    input: input as never,
    command: formatForLog(operation, typed, show),
    typed,
    actor: await findActor(as),
    uncovers: show,
  }
}

function addSharedOptions(command: Command, operation: Operation): void {
  const { kind, uncovers } = operation
  if (kind === 'list')
    command.option(
      '--limit <number>',
      'maximum number of rows (default: 50; with --csv or --json, all)',
      requireNumber,
    )
  if (kind === 'change' || kind === 'job') {
    command.option('--dry-run', 'show what would be done, and do nothing')
    if (operation.confirm !== 'none')
      command.option(
        '-y, --yes',
        operation.confirm === 'ask'
          ? 'do it without asking'
          : 'do it without asking; a script has to say so, because money moves',
      )
  }
  if (hasVersion(operation))
    command.option(
      '--if-version <version>',
      kind === 'change' && operation.present
        ? 'refuse it if the record has another version by now; --dry-run shows its values and version'
        : 'refuse it if it would do something else by now; --dry-run shows its version',
    )
  if (kind === 'job' && operation.makes)
    command.option(
      operation.makesFolder ? '--out <folder>' : '--out <file>',
      `a new ${operation.makesFolder ? 'folder' : 'file'} for the ${operation.makes}, readable only by you${operation.makesFolder ? '' : '; - prints it'}`,
    )
  if (uncovers) command.option('--show', `show ${uncovers}; this is logged`)
  command.option('--json', kind === 'list' ? 'print a JSON array' : 'print a JSON object')
  if (kind === 'list' || kind === 'report' || (kind === 'job' && operation.csv))
    command.addOption(new Option('--csv', 'print CSV; times are in IST').conflicts('json'))
}
