import type { RecordOperation } from '~/operations/operation'
import { logReading, type Call } from '~/operations/run.server'
import { readerOf, type CliOptions } from './cli-options'
import { printList } from './print-list'
import { printAnswer } from './render'
import { printChange, printJob } from './run-change'

async function printRecord(call: Call<RecordOperation<never>>, options: CliOptions): Promise<void> {
  const answer = await logReading(call as never, (context) => call.operation.read(call.input, context))
  await printAnswer(answer, readerOf(call as never), options)
}

export const RUN = {
  list: printList,
  record: printRecord,
  report: printRecord,
  change: printChange,
  job: printJob,
}
