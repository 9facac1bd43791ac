import path from 'node:path'
import { toReader, type Call } from '~/operations/call'
import type {
  ChangeOperation,
  Confirm,
  GuardedOperation,
  JobAnswer,
  JobOperation,
} from '~/operations/operation'
import { readPresent } from '~/operations/present.server'
import { RefusalError } from '~/operations/refusal'
import { previewJob, runJob } from '~/operations/run-job.server'
import {
  ConcurrentChangeError,
  previewChange,
  runChange,
  makeSameCheck,
} from '~/operations/run-change.server'
import type { CliOptions } from './cli-options'
import { reserveFolder, reserveNew, type OutputTarget } from './files'
import { printPresent, printPreview, removeSeen, addPresent } from './preview'
import { printAnswer } from './render'
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

export async function printChange(call: Call<ChangeOperation>, options: CliOptions): Promise<void> {
  const confirm = findConfirm(call)
  const reader = toReader(call)
  const preview = isPreviewed(confirm, options) ? await previewChange(call, options) : undefined
  const present = preview ? await readPresent(call) : null
  if (preview) await printPreview(addPresent(preview, present), reader, options)
  if (present && options.dryRun && !options.json) printPresent(present, reader)
  if (!(await decide(confirm, options))) return endPreview(options)
  try {
    const { answer } = await runChange(call, {
      check: preview && makeSameCheck(preview),
      version: options.ifVersion ?? present?.version,
    })
    if (options.json) await printAnswer(answer, reader, options, { done: true, effect: answer.effect })
    else {
      print`Done: ${lowerFirst(answer.effect)}.`
      await printAnswer(removeSeen(answer, preview), reader, { ...options, follows: 'done' })
    }
  } catch (error) {
    if (error instanceof ConcurrentChangeError) await printPreview(error.now, reader, options)
    throw error
  }
}

const isPreviewed = (confirm: Confirm, { dryRun, yes }: CliOptions) =>
  dryRun === true || (confirm !== 'none' && !yes)

const lowerFirst = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)

export async function printJob(call: Call<JobOperation>, typed: CliOptions): Promise<void> {
  const options = { ...typed, csv: call.operation.csv === true && typed.csv === true }
  const { makes, makesFolder } = call.operation
  const confirm = findConfirm(call)
  const reader = toReader(call)
  if (makes && !options.out && !options.dryRun)
    throw new UsageError(
      makesFolder
        ? `Pass --out FOLDER for the ${makes}.`
        : `Pass --out FILE for the ${makes}; - prints it to the terminal.`,
    )
  if (makes && options.json && options.out === '-')
    throw new UsageError('--json excludes --out -: pass --out FILE.')
  const target = options.out && !options.dryRun ? reserve(options.out, makesFolder) : null
  const bar = createProgressBar()
  try {
    const preview = isPreviewed(confirm, options) ? await previewJob(call, bar.show, options) : undefined
    bar.end()
    if (preview) await printPreview(preview, reader, options)
    if (!(await decide(confirm, options))) return endPreview(options)
    const check = preview && makeSameCheck(preview)
    if (options.queue) return await (await import('./queued-job')).printQueued(call, bar, options, check)
    const { answer } = await runJob(call, bar.show, {
      check,
      fileName: target && path.basename(target.name),
      write: (made) => writeOutput(made, target),
    })
    bar.end()
    if (options.json) await printAnswer(answer, reader, options, { done: true, effect: answer.effect })
    else if (options.csv) await printAnswer(answer, reader, options)
    else if ((answer.file ?? answer.files) && !target)
      await printAnswer({ problems: answer.problems ?? [] }, reader, options)
    else {
      print`Done: ${lowerFirst(answer.effect)}.`
      if (target && (answer.file ?? answer.files)) print`Written: ${target.name}`
      await printAnswer(removeSeen(answer, preview), reader, { ...options, follows: 'done' })
    }
  } catch (error) {
    if (error instanceof ConcurrentChangeError) await printPreview(error.now, reader, options)
    throw error
  } finally {
    bar.end()
    target?.giveUp()
  }
}

const reserve = (out: string, isFolder: boolean | undefined): OutputTarget | null =>
  isFolder ? reserveFolder(out) : out === '-' ? null : reserveNew(out)

/** A file that cannot be written does not undo the job, which has ended. */
async function writeOutput(
  { file, files = file ? [file] : [], written, unwritten }: JobAnswer,
  target: OutputTarget | null,
): Promise<void> {
  if (!files.length) return
  if (!target) {
    const [only] = files
    if (typeof only!.content !== 'string')
      throw new RefusalError('It cannot be printed: name a file with --out.')
    const text = only!.content.replace(/^\ufeff/, '')
    if (only!.name.endsWith('.json')) printJsonPart(text)
    else printCsv(text)
  } else {
    try {
      target.write(files)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      const { text = '', next = [] } = unwritten ?? {}
      throw new RefusalError(`The file could not be written (${code}). ${text}`, undefined, { next })
    }
  }
  await written?.()
}
