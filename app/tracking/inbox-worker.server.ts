import { schedule, type Schedule } from '~/runtime/schedule.server'
import { logLeft } from './apply-queue.server'
import { applyDue } from './postbacks.server'

/** In seconds. Workers of several processes skip each other's rows (SKIP LOCKED). */
const EVERY = 2

export const startInboxWorker = (every = EVERY): Schedule =>
  schedule('inbox', every, (stopping) => applyDue(logLeft, stopping))
