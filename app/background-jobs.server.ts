import { numberChangeTimer } from '~/domain/accounts/apply-number-changes.server'
import { alertDeliveryTimer } from '~/domain/alerts/webhook.server'
import { alertTimer } from '~/domain/alerts/conditions.server'
import { followerTimer } from '~/domain/catalog/follows.server'
import { imageTimer } from '~/domain/catalog/images.server'
import { plannedRateTimer } from '~/domain/catalog/planned-rates.server'
import { rankingTimer } from '~/domain/catalog/ranking.server'
import { wordsTimer } from '~/domain/catalog/search.server'
import { listedTimer } from '~/domain/catalog/update-listed.server'
import { newsletterTimer } from '~/domain/outreach/feed-issues.server'
import { mailAlerts } from '~/desk/alert-mails.server'
import { digestTimer } from '~/desk/digest.server'
import { queueTimer } from '~/desk/work-queue.server'
import { listDeliveryTimers } from '~/domain/outreach/run-deliveries.server'
import { sweepTimer } from '~/domain/privacy/sweep.server'
import type { Schedule, Timer } from '~/platform/timers.server'
import { inboxTimer, reopeningTimer } from '~/domain/tracking/inbox.server'
import { recomputeTimer } from '~/domain/books/second-reader.server'
import { waitsTimer } from '~/domain/tracking/waiting-times.server'
import { referralTimer } from '~/domain/tracking/waiting-referrals.server'
import { auditTimer } from '~/domain/books/audit.server'
import { payoutTimer } from '~/domain/wallet/payout-worker.server'
import { shopFiguresTimer } from '~/domain/wallet/shop-figures.server'
import { checkpointTimer } from '~/domain/books/checkpoints.server'

/** Any number of processes may run these jobs: each takes a lock or a lease (docs/architecture.md). */
export const listTimers = (): Timer[] => [
  inboxTimer,
  reopeningTimer,
  referralTimer,
  numberChangeTimer,
  payoutTimer,
  auditTimer,
  checkpointTimer,
  recomputeTimer,
  queueTimer,
  sweepTimer,
  rankingTimer,
  waitsTimer,
  listedTimer,
  plannedRateTimer,
  followerTimer,
  newsletterTimer,
  wordsTimer,
  shopFiguresTimer,
  imageTimer,
  alertTimer(mailAlerts),
  alertDeliveryTimer,
  digestTimer,
  ...listDeliveryTimers(),
]

export const startBackgroundJobs = (): Schedule[] => listTimers().map((timer) => timer.start())
