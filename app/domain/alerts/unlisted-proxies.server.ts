import { readLastRun, runIfDue } from '~/platform/db/jobs.server'

const NOTE = 'unlisted-proxy'
const NOTE_SECONDS = 3600

/** A peer outside TRUSTED_PROXIES sent X-Forwarded-For. Its address is in the log alone, because it may be a person's. */
export async function noteUnlistedProxy(): Promise<void> {
  await runIfDue(NOTE, NOTE_SECONDS, () => Promise.resolve({}))
}

/** Null: none yet. */
export const findLastNote = (): ReturnType<typeof readLastRun> => readLastRun(NOTE)
