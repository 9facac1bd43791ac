import { explainReason } from '~/domain/catalog/planned-rates'
import { listRefusedRates } from '~/domain/catalog/planned-rates.server'
import { formatTime } from '~/platform/formats/dates'
import { MAX_FINDINGS, type Condition } from './causes'

export const plannedRateCondition: Condition = {
  name: 'planned rates that were refused',
  causes: ['rate-refused'],
  find: async () =>
    (await listRefusedRates(MAX_FINDINGS)).map(
      ({ id, store, title, starts_at, sale_id, reason, made_by }) => ({
        cause: 'rate-refused',
        subject: `planned rate ${id}`,
        detail: `${sale_id === null ? 'The rate' : 'The flash sale'} of ${title ?? store} from ${formatTime(starts_at)}, entered by ${made_by}: ${explainReason(reason ?? '')}.`,
      }),
    ),
}
