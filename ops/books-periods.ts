// Months that the accountant closes (docs/books.md).
import fs from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { formatTime } from '~/formats/dates'
import { closeMonth, listSteps, remakeFiles, reopenMonth } from '~/wallet/periods/close.server'
import type { PeriodStep } from '~/wallet/periods/closed.server'
import type { PeriodFiles } from '~/wallet/periods/files.server'
import { readMonth } from './closed-days'
import { writeNew } from './files'
import { osUser } from './operator-log'
import { table, type Column } from './safe-text'
import { confirm, readText, RefusedCommand, print, printJson, type Answers } from './terminal'

export function addPeriods(group: Command): void {
  group
    .command('close')
    .description('close a past month: no typed day in it is taken any more; writes its files')
    .argument('<month>', 'in India, such as 2026-10', readMonth)
    .requiredOption('--out <folder>', 'a new folder for its files', readText)
    .option('-y, --yes', 'close it without asking for confirmation')
    .option('--json', 'print a JSON object')
    .action(close)
  group
    .command('reopen')
    .description('reopen the last closed month: one account asks, another one types the same command')
    .argument('<month>', 'such as 2026-10', readMonth)
    .requiredOption('--reason <text>', 'reason, kept with it', readText)
    .option('--json', 'print a JSON object')
    .action(reopen)
  group
    .command('files')
    .description('write the files of a closed month again; refused if they are others than at its close')
    .argument('<month>', 'such as 2026-10', readMonth)
    .requiredOption('--out <folder>', 'a new folder for its files', readText)
    .option('--json', 'print a JSON object')
    .action(files)
  group
    .command('periods')
    .description('which months were closed and reopened, when and by whom')
    .option('--json', 'print a JSON array')
    .action(periods)
}

/** A command that cannot write must not close the month first. */
function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new RefusedCommand(`${folder} is there already: give another name.`)
    throw new RefusedCommand(`${folder} cannot be made (${code})`)
  }
}

async function withFolder(folder: string, make: () => Promise<PeriodFiles>): Promise<PeriodFiles> {
  makeFolder(folder)
  try {
    const made = await make()
    for (const [name, content] of made.files) writeNew(path.join(folder, name), content)
    return made
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

const toJson = (month: string, out: string, { sha256, files: of }: PeriodFiles) => ({
  month,
  sha256,
  folder: out,
  files: [...of.keys()],
})

async function close(month: string, { out, yes, json }: Answers & { out: string }): Promise<void> {
  await confirm(`Close ${month}? Two people can reopen it.`, { yes })
  const made = await withFolder(out, async () => {
    const answer = await closeMonth(month, osUser())
    if (answer.ok) return answer
    throw new RefusedCommand(
      {
        'not-over': `${month} has not ended.`,
        closed: `${month} is closed already. \`books files ${month}\` writes its files again.`,
        'not-next': `The months are closed in order: ${answer.reason === 'not-next' ? answer.next : ''} is the next one.`,
        writers: 'A transaction that may post into the month is open. Try again in a moment.',
      }[answer.reason],
    )
  })
  if (json) return printJson(toJson(month, out, made))
  print`${month} is closed. Its files are in ${out}, SHA-256 of SHA256SUMS: ${made.sha256}`
}

async function reopen(month: string, { reason, json }: Answers & { reason: string }): Promise<void> {
  const answer = await reopenMonth(month, reason, osUser())
  if (!answer.ok)
    throw new RefusedCommand(
      answer.reason === 'open'
        ? `${month} is not closed.`
        : answer.reason === 'not-last'
          ? `${answer.last} is closed, too: reopen the last month first.`
          : `${answer.asked.made_by} asked for it on ${formatTime(answer.asked.created_at)}: another account of this machine types the same command.`,
    )
  if (json) return printJson(stepToJson(answer.step))
  if (answer.step.step === 'reopened') print`${month} is open again. Close it once more when it is corrected.`
  else
    print`Asked for. ${month} stays closed until another account than ${osUser()} types the same command with its reason.`
}

async function files(month: string, { out, json }: Answers & { out: string }): Promise<void> {
  const made = await withFolder(out, async () => {
    const answer = await remakeFiles(month)
    if (answer.ok) return answer
    throw new RefusedCommand(
      answer.reason === 'open'
        ? `${month} is not closed.`
        : `The rows of ${month} make other files than at its close. \`audit\` says more; the files of the close have SHA-256 ${answer.close.sha256}.`,
    )
  })
  if (json) return printJson(toJson(month, out, made))
  print`The files of ${month} are in ${out}, SHA-256 of SHA256SUMS: ${made.sha256}`
}

const stepToJson = ({ month, step, made_by, created_at, reason, sha256 }: PeriodStep) => ({
  month,
  step,
  made_by,
  created_at,
  reason,
  sha256,
})

const COLUMNS: readonly Column<PeriodStep>[] = [
  { head: 'MONTH', cell: ({ month }) => month },
  { head: 'STEP', cell: ({ step }) => step },
  { head: 'WHEN', cell: ({ created_at }) => formatTime(created_at) },
  { head: 'BY', cell: ({ made_by }) => made_by },
  { head: 'REASON OR SHA-256', cell: ({ reason, sha256 }) => reason ?? sha256 ?? '' },
]

async function periods({ json }: Answers): Promise<void> {
  const steps = await listSteps()
  if (json) return printJson(steps.map(stepToJson))
  if (!steps.length) return print`No month was closed.`
  print(table(steps, COLUMNS))
}
