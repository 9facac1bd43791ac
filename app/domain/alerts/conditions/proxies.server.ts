import { formatTime } from '~/platform/formats/dates'
import { hoursBefore, type Condition } from './causes'
import { findLastNote } from '../unlisted-proxies.server'

const SHOWN_HOURS = 24

export const proxyCondition: Condition = {
  name: 'unlisted proxies',
  causes: ['proxy-unlisted'],
  async find({ at }) {
    const last = await findLastNote()
    if (!last || last.at < hoursBefore(at, SHOWN_HOURS)) return []
    return [
      { cause: 'proxy-unlisted', subject: '', detail: `The last one was noted ${formatTime(last.at)}.` },
    ]
  },
}
