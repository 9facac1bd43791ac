/** Runs work whose duration must not show in an answer: whether a number has an account. A killed process leaves the work undone. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { errorFacts, log } from './log.server'

const running = new Set<Promise<void>>()

/** Errors are only logged, under `name`. */
export function runAfterAnswer(name: string, work: () => Promise<void>): void {
  const ended = nextTurn()
    .then(work)
    .catch((error: unknown) => log('error', name, errorFacts(error)))
    .finally(() => running.delete(ended))
  running.add(ended)
}

/** Resolves when all such work has ended: await it before the process closes the database. */
export async function endAfterAnswers(): Promise<void> {
  await Promise.all(running)
}
