import { listHeldImports } from '~/catalog/feeds/held-rows.server'
import { formatCount } from '~/formats/count'
import { formatTime } from '~/formats/dates'
import { MAX_FINDINGS, type Condition } from '../causes'

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
