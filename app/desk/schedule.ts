import { listRuns } from '~/platform/db/jobs.server'
import { describeColumns } from './columns'
import { defineList } from './define'
import type { Topic } from './operation'

async function listTimers() {
  // Imported on use: the list of all timers imports operations.
  const { listTimers } = await import('~/background-jobs.server')
  const runs = await listRuns()
  return listTimers().map(({ name, every, does, job }) => {
    const { started_at = null, finished_at = null } = runs.find((run) => run.name === job?.name) ?? {}
    const hasEnded = started_at !== null && finished_at !== null && finished_at >= started_at
    return {
      name,
      every,
      does,
      started_at,
      finished_at,
      outcome: started_at && (hasEnded ? 'done' : 'not finished'),
      next_at: started_at && job?.seconds ? new Date(started_at.getTime() + job.seconds * 1000) : null,
    }
  })
}

const column = describeColumns<Awaited<ReturnType<typeof listTimers>>[number]>()

const list = defineList({
  name: 'schedule list',
  title: 'Background work',
  summary: 'what servers do by themselves, how often, and when it ran last',
  role: 'viewer',
  one: 'timer',
  none: 'There are no timers.',
  columns: [
    column.text('name'),
    column.count('every', { title: 'seconds' }),
    column.text('does'),
    column.time('started_at', { title: 'began' }),
    column.time('finished_at', { title: 'ended' }),
    column.state('outcome'),
    column.time('next_at', { title: 'not before' }),
  ],
  read: listTimers,
  notes: () => [
    'Only work that one server does for all has times here; the metrics have the age of each timer.',
  ],
})

export const topic: Topic = {
  operations: [list],
  help: `
Each server looks every so many seconds whether there is something to do.`,
  examples: 'Example:\n  $ schedule list',
}
