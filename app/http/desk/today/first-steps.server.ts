import { sql } from 'drizzle-orm'
import { readLastBackup } from '~/domain/alerts/backup-age.server'
import { NETWORK_NAMES } from '~/platform/config/networks'
import { OLD_BACKUP } from '~/domain/alerts/sources.server'
import { SETTINGS } from '~/platform/config/setting-values'
import { db } from '~/platform/db/client.server'
import { readContact } from '~/domain/settings/contact.server'
import { listSecrets } from '~/domain/tracking/network-secrets.server'
import { readLastAudit } from '~/domain/books/last-audit.server'
import type { CellReader } from '~/desk/cells'
import { see, type Next } from '~/desk/operation'
import { readMayOpen } from '../views/answer.server'
import { buildOperationPath } from '../views/paths'

export interface FirstStep {
  title: string
  isDone: boolean
  to: string | null
}

export interface ShopSteps {
  /** Once there is a sale, only what is still open. */
  steps: FirstStep[]
  hasSale: boolean
}

/** With links to what the role may do. */
export async function readSteps({ role }: Pick<CellReader, 'role'>): Promise<ShopSteps> {
  const [mayOpen, counts, audit, backup, contact] = await Promise.all([
    readMayOpen({ role, uncovers: false }),
    readCounts(),
    readLastAudit(),
    readLastBackup(),
    readContact(),
  ])
  const secrets = await Promise.all(NETWORK_NAMES.map(listSecrets))
  const hasNetwork = secrets.some(({ length }) => length > 0)
  const all: { title: string; isDone: boolean; to: Next | null }[] = [
    {
      title: 'Fill the catalogue with offers',
      isDone: counts.has_offer,
      to: see('catalogue import'),
    },
    {
      title: 'Choose the offers of the flash sale',
      isDone: counts.has_flash_sale,
      to: see('flash-sale set'),
    },
    {
      title: 'Say how members reach you',
      isDone: contact.support !== SETTINGS.SUPPORT_EMAIL.first.real,
      to: see('settings show', { name: 'SUPPORT_EMAIL' }),
    },
    {
      title: 'Configure a network, so that its sales are reported',
      isDone: hasNetwork,
      to: see('networks list'),
    },
    {
      title: 'Invite a second person, so that four eyes guard the money',
      isDone: counts.has_second,
      to: see('operators invite'),
    },
    { title: 'Let the audit run without a finding', isDone: audit?.result.defects === 0, to: null },
    ...(backup
      ? [
          {
            title: 'Make a backup',
            isDone: backup.made !== null && backup.ageSeconds < OLD_BACKUP,
            to: null,
          },
        ]
      : []),
  ]
  const steps = all.map(({ to, ...step }) => ({
    ...step,
    to: to && mayOpen(to.operation) ? buildOperationPath(to.operation, to.input) : null,
  }))
  const open = steps.filter(({ isDone }) => !isDone)
  return { steps: counts.has_sale || !open.length ? open : steps, hasSale: counts.has_sale }
}

type Counts = Record<'has_offer' | 'has_flash_sale' | 'has_second' | 'has_sale', boolean>

async function readCounts(): Promise<Counts> {
  const [row] = await db.execute<Counts>(sql`
    SELECT EXISTS (SELECT 1 FROM campaigns WHERE listed) AS has_offer,
           EXISTS (SELECT 1 FROM flash_sales) AS has_flash_sale,
           EXISTS (SELECT 1 FROM conversions) AS has_sale,
           (SELECT count(*) >= 2 FROM operators WHERE state = 'active') AS has_second`)
  return row!
}
