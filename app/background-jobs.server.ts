import { startNumberChanges } from '~/accounts/number/apply-number-changes.server'
import { startAlertDelivery } from '~/alerts/deliver.server'
import { startAlerts } from '~/alerts/evaluate-conditions.server'
import { startFollowerMessages } from '~/catalog/follows/notify-followers.server'
import { startImageFetching } from '~/catalog/images/fetch-due.server'
import { startRanking } from '~/catalog/ranking.server'
import { startWords } from '~/catalog/search/words-job.server'
import { startUpdatingListed } from '~/catalog/update-listed.server'
import { startNewsletter } from '~/outreach/newsletter/feed-issues.server'
import { mailAlerts } from '~/operations/alert-mails.server'
import { startDigest } from '~/operations/digest.server'
import { startQueue } from '~/operations/work-queue.server'
import { startDeliveries } from '~/outreach/deliveries/run-deliveries.server'
import { startSweep } from '~/privacy/sweep.server'
import type { Schedule } from '~/runtime/schedule.server'
import { startInboxWorker, startReopening } from '~/tracking/inbox-worker.server'
import { startRecomputing } from '~/tracking/second-reader/recompute-job.server'
import { startWaits } from '~/tracking/waiting-times/compute-waits.server'
import { startReleases } from '~/tracking/waiting-referrals.server'
import { startAudits } from '~/wallet/audit/audit.server'
import { startPayoutWorker } from '~/wallet/payout/payout-worker.server'
import { startMeasuringShop } from '~/wallet/shop-figures.server'
import { startCheckpoints } from './wallet/audit/checkpoint-job.server'

/** Any number of processes may run these jobs: each takes a lock or a lease (docs/architecture.md). */
export const startBackgroundJobs = (): Schedule[] => [
  startInboxWorker(),
  startReopening(),
  startReleases(),
  startNumberChanges(),
  startPayoutWorker(),
  startAudits(),
  startCheckpoints(),
  startRecomputing(),
  startQueue(),
  startSweep(),
  startRanking(),
  startWaits(),
  startUpdatingListed(),
  startFollowerMessages(),
  startNewsletter(),
  startWords(),
  startMeasuringShop(),
  startImageFetching(),
  startAlerts(mailAlerts),
  startAlertDelivery(),
  startDigest(),
  ...startDeliveries(),
]
