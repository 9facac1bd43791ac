/** Applies what was stored and not processed: a process died in between, or the database was away for a moment. */
import { schedule, type Schedule } from '~/schedule.server'
import { logLeft } from './apply-queue.server'
import { applyDue } from './postbacks.server'

/** How often each process looks, in seconds; several at once pass each other by (SKIP LOCKED). */
const EVERY = 2

/** Starts the worker of this process. */
export const startInboxWorker = (every = EVERY): Schedule =>
  schedule('inbox', every, (stopping) => applyDue(logLeft, stopping))
