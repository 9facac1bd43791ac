import { listHeldImports } from '~/domain/catalog/feeds.server'
import { formatCount } from '~/platform/formats/count'
import { DAY_MS, formatTime } from '~/platform/formats/dates'
import { NAMED_DAYS } from '~/domain/settings/independence.server'
import { listSecondPersonWaits } from '~/domain/settings/second-person-requests.server'
import { MAX_FINDINGS, type Condition, type AlertFinding } from './causes'

/** The name is in the subject, so that a wait that passes to somebody else is mailed again. */
export const secondPersonCondition: Condition = {
  name: 'requests for a second person',
  causes: ['alone', 'second-person'],
  async find() {
    const waits = await listSecondPersonWaits()
    return waits
      .slice(0, MAX_FINDINGS)
      .flatMap(({ subject, at, effect, requestedBy, others, from, until }): AlertFinding[] => {
        const [named] = others
        if (!named)
          return [
            {
              cause: 'alone',
              subject,
              detail: `${effect}: requested by ${requestedBy}, of whom nobody who may agree is independent. ${requestedBy} may confirm it alone from ${formatTime(from)} until ${formatTime(until)}.`,
            },
          ]
        if (Date.now() - at.getTime() < NAMED_DAYS * DAY_MS) return []
        return [
          {
            cause: 'second-person',
            subject: `${subject}, ${named.name}`,
            detail: `${effect}: requested by ${requestedBy} on ${formatTime(at)}. It is the turn of ${named.name} to agree or refuse.`,
          },
        ]
      })
  },
}

export const heldOffersCondition: Condition = {
  name: 'offers of feeds that wait',
  causes: ['offers-held'],
  find: async () =>
    (await listHeldImports())
      .filter(({ isRefused }) => !isRefused)
      .slice(0, MAX_FINDINGS)
      .map(({ id, source, created_at, rows, rates }) => ({
        cause: 'offers-held',
        subject: `import ${id}`,
        detail: `${formatCount(rows, 'offer')} of ${source}, since ${formatTime(created_at)}: ${rates} because of the rate, ${rows - rates} because of the link alone.`,
      })),
}
