import { toReader, type Call } from '~/operations/call'
import type { JobOperation } from '~/operations/operation'
import { enqueue } from '~/operations/queue.server'
import type { JobConsent } from '~/operations/run-job.server'
import { hasEnded, hasRows, requireJob, type JobState } from '~/operations/queued-jobs.server'
import type { CliOptions } from './cli-options'
import { printAnswer } from './render'
import { print, printError, type createProgressBar } from './terminal'

const POLL_MS = 300

export async function printQueued(
  call: Call<JobOperation>,
  bar: ReturnType<typeof createProgressBar>,
  options: CliOptions,
  check: JobConsent['check'],
): Promise<void> {
  const { id, request } = await enqueue(call, { check })
  const reader = toReader(call)
  if (id === null) return printAnswer(request, reader, options, { done: true, effect: request.effect })
  printError(
    `Job ${id} waits for the worker. \`jobs show ${id}\` says how far it is; ending this command does not end it.`,
  )
  const job = await awaitEnd(id, bar)
  const { effect = '', problems = [] } = (job.result ?? {}) as { effect?: string; problems?: string[] }
  const rows = hasRows(job) ? `${job.rows_done} done, ${job.rows_refused} refused` : effect
  const summary = `Job ${id} is ${job.outcome}${rows && `: ${rows}`}`
  if (!options.json) print`${summary}.`
  await printAnswer({ problems }, reader, options, {
    job: id,
    outcome: job.outcome,
    effect: effect || summary,
  })
}

async function awaitEnd(id: number, bar: ReturnType<typeof createProgressBar>): Promise<JobState> {
  for (;;) {
    const job = await requireJob(id)
    if (hasEnded(job)) {
      bar.end()
      return job
    }
    bar.show(job.progress / 1000, job.progress_words || 'waiting')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
