import type { Sample } from '~/platform/metric-names'
import type { Admission } from '../admission'
import type { ServerHooks } from '~/platform/server-contract'
import type { PageCache } from '../cache/page-cache'
import { createMetrics, type Metrics } from '../../environment/metrics/metrics'

interface Parts {
  hooks: ServerHooks
  admission: Admission
  pages: PageCache | null
  isFirst: boolean
}

export function openMetrics({ hooks, admission, pages, isFirst }: Parts): Metrics {
  const readApplication = () => hooks.readMeasures({ database: isFirst })
  const readCache = (): Sample[] => {
    const size = pages?.size()
    if (!size) return []
    return [
      { name: 'dealdwaar_page_cache_bytes', value: size.bytes },
      { name: 'dealdwaar_page_cache_pages', value: size.pages },
    ]
  }
  const readAdmission = (): Sample[] => {
    const { running, waiting } = admission.counts()
    return [
      { name: 'dealdwaar_admission_running', value: running },
      ...Object.entries(waiting).map(([kind, value]): Sample => ({
        name: 'dealdwaar_admission_waiting',
        labels: { kind },
        value,
      })),
    ]
  }
  return createMetrics([readApplication, readCache, readAdmission])
}
