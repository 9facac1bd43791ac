import { readLastRun, runIfDue } from '~/platform/db/jobs.server'
import { formatTime } from '~/platform/formats/dates'
import { hoursBefore, type Condition } from '../causes'

const NOTE = 'unlisted-proxy'
const NOTE_SECONDS = 3600
const SHOWN_HOURS = 24

/** A peer outside TRUSTED_PROXIES sent X-Forwarded-For. Its address is in the log alone, because it may be a person's. */
export async function noteUnlistedProxy(): Promise<void> {
  await runIfDue(NOTE, NOTE_SECONDS, () => Promise.resolve({}))
}

export const proxyCondition: Condition = {
  name: 'unlisted proxies',
  causes: ['proxy-unlisted'],
  async find({ at }) {
    const last = await readLastRun(NOTE)
    if (!last || last.at < hoursBefore(at, SHOWN_HOURS)) return []
    return [
      { cause: 'proxy-unlisted', subject: '', detail: `The last one was noted ${formatTime(last.at)}.` },
    ]
  },
}
