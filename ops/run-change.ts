import path from 'node:path'
import { toReader, type Call } from '~/desk/call'
import {
  listFiles,
  see,
  type Confirm,
  type GuardedOperation,
  type JobAnswer,
  type JobOperation,
  type Answer,
  type OutputFile,
} from '~/desk/operation'
import { perform, type PerformResult } from '~/desk/perform.server'
import { prepare, type Prepared } from '~/desk/prepare.server'
import { RefusalError } from '~/desk/refusal'
import { recordWritten } from '~/domain/wallet/bank-files.server'
import { hasVersion, type CliOptions } from './cli-options'
import { reserveFolder, reserveNew, type OutputTarget } from './files'
import { addPresent, printPresent, printPreview, removeSeen } from './preview'
import { printAnswer, type TableLayout } from './render'
import { askToConfirm, print, printCsv, printJsonPart, createProgressBar, UsageError } from './terminal'

const findConfirm = ({ operation: { confirm }, input }: Call<GuardedOperation>): Confirm =>
  typeof confirm === 'function' ? confirm(input) : confirm

/** False: a dry run, or there is no terminal to ask. Throws RefusalError if the answer is no. */
async function decide(confirm: Confirm, { yes, dryRun }: CliOptions): Promise<boolean> {
  if (dryRun) return false
  if (yes || confirm === 'none') return true
  const answer = await askToConfirm('Do it?')
  if (answer === 'nobody') return confirm === 'ask'
  if (answer === 'no') throw new RefusalError('Nothing was done.')
  return true
}

/** Throws RefusalError if a confirmation was needed and there is no terminal. */
function endPreview({ dryRun, json, csv }: CliOptions): void {
  if (!dryRun)
    throw new RefusalError(
      'Nothing was done: there is no terminal to confirm it. Pass --yes, or --dry-run to look.',
    )
  if (!json && !csv) print`\nNothing was done.`
}

const isPreviewed = (confirm: Confirm, { dryRun, yes }: CliOptions) =>
  dryRun === true || (confirm !== 'none' && !yes)

const lowerFirst = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)

export const UNSEEN =
  'Nothing was previewed, because of --yes. With --if-version only what --dry-run showed is done.'

type Bar = ReturnType<typeof createProgressBar>

/** A change or a job: shows what it would do, asks, does exactly that, and says what was done. */
export async function printGuarded(call: Call<GuardedOperation>, typed: CliOptions): Promise<void> {
  const { operation } = call
  const isJob = operation.kind === 'job'
  const options = { ...typed, operation, csv: isJob && operation.csv === true && typed.csv === true }
  const target = isJob ? reserveTarget(operation, options) : null
  const bar = createProgressBar()
  try {
    const confirm = findConfirm(call)
    const prepared = isPreviewed(confirm, options)
      ? await prepare(call, { dryRun: options.dryRun, progress: bar.show })
      : null
    bar.end()
    if (prepared) await printPrepared(prepared, call, options)
    if (!(await decide(confirm, options))) return endPreview(options)
    const performed = await performCall(call, options, { prepared, target, bar })
    bar.end()
    await printPerformed(performed, call, options, { prepared, target })
  } finally {
    bar.end()
    target?.giveUp()
  }
}

async function printPrepared(
  { seen, present, effect }: Prepared,
  call: Call<GuardedOperation>,
  options: CliOptions & TableLayout,
): Promise<void> {
  await printPreview(addPresent(seen, present, effect), toReader(call), options)
  if (options.dryRun && !options.json && !options.csv && hasVersion(call.operation))
    printPresent(present, effect, toReader(call))
}

interface Output {
  prepared: Prepared | null
  target: OutputTarget | null
}

/** Ctrl-C gives a job that can be continued back: a worker goes on with it. */
async function performCall(
  call: Call<GuardedOperation>,
  { ifVersion }: CliOptions,
  { prepared, target, bar }: Output & { bar: Bar },
): Promise<PerformResult> {
  let isInterrupted = false
  const interrupt = () => {
    isInterrupted = true
  }
  const hasRecord = call.operation.kind === 'change' && call.operation.present !== undefined
  const effect = prepared?.effect ?? (hasRecord ? undefined : ifVersion)
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    return await perform(call, {
      seen: effect === undefined ? undefined : { effect },
      version: hasRecord ? (ifVersion ?? prepared?.present?.version) : undefined,
      fileName: target && path.basename(target.name),
      runner: { stopping: () => isInterrupted, progress: bar.show, delivers: true },
    })
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

async function printPerformed(
  performed: PerformResult,
  call: Call<GuardedOperation>,
  options: CliOptions & TableLayout,
  { prepared, target }: Output,
): Promise<void> {
  const reader = toReader(call)
  switch (performed.state) {
    case 'done':
      return printDone(performed.answer!, call, options, { prepared, target })
    case 'waits for a second person':
      if (!performed.request) throw new RefusalError(performed.message)
      return printDone(performed.request, call, options, { prepared, target: null })
    case 'not as seen':
      await printPreview(performed.now.seen, reader, options)
      throw new RefusalError('Something changed meanwhile, and nothing was done. Look at the new preview.')
    case 'queued':
      throw new RefusalError(`Job ${performed.job} was interrupted, and a worker goes on with it.`, [], {
        next: [see('jobs show', { id: performed.job })],
      })
    case 'refused':
      throw new RefusalError(performed.message, performed.fields, performed)
    case 'running':
    case 'interrupted':
      throw new Error('a command has no request key')
  }
}

async function printDone(
  answer: Answer & { effect: string },
  call: Call<GuardedOperation>,
  options: CliOptions & TableLayout,
  { prepared, target }: Output,
): Promise<void> {
  const reader = toReader(call)
  const files = listFiles(answer)
  await writeOutput(answer, files, target)
  const isUnseen = !prepared && options.ifVersion === undefined && findConfirm(call) === 'money'
  if (options.json)
    return printAnswer(answer, reader, options, {
      done: true,
      effect: answer.effect,
      ...(isUnseen && { previewed: false }),
    })
  if (options.csv) return printAnswer(answer, reader, options)
  if (files.length && !target) return printAnswer({ problems: answer.problems ?? [] }, reader, options)
  print`Done: ${lowerFirst(answer.effect)}.`
  if (target && files.length) print`Written: ${target.name}`
  await printAnswer(removeSeen(answer, prepared?.seen), reader, { ...options, follows: 'done' })
  if (isUnseen) print`${UNSEEN}`
}

/** Throws UsageError where the job makes a file and none is named. */
function reserveTarget(
  { makes, makesFolder }: JobOperation,
  { out, dryRun, json }: CliOptions,
): OutputTarget | null {
  if (makes && !out && !dryRun)
    throw new UsageError(
      makesFolder
        ? `Pass --out FOLDER for the ${makes}.`
        : `Pass --out FILE for the ${makes}; - prints it to the terminal.`,
    )
  if (makes && json && out === '-') throw new UsageError('--json excludes --out -: pass --out FILE.')
  if (!out || dryRun) return null
  return makesFolder ? reserveFolder(out) : out === '-' ? null : reserveNew(out)
}

/** A file that cannot be written does not undo the job, which has ended. */
async function writeOutput(
  { unwritten, batch }: JobAnswer,
  files: readonly OutputFile[],
  target: OutputTarget | null,
): Promise<void> {
  if (!files.length) return
  if (target)
    try {
      target.write(files)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      const { text = '', next = [] } = unwritten ?? {}
      throw new RefusalError(`The file could not be written (${code}). ${text}`, undefined, { next })
    }
  else printFile(files[0]!)
  if (batch !== undefined) await recordWritten(batch)
}

function printFile({ name, content }: OutputFile): void {
  if (typeof content !== 'string') throw new RefusalError('It cannot be printed: name a file with --out.')
  const text = content.replace(/^\ufeff/, '')
  if (name.endsWith('.json')) printJsonPart(text)
  else printCsv(text)
}
