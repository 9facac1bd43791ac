import type { Tx } from '~/platform/db/client.server'
import { DAY_MS, midnightInIndia } from '~/platform/formats/dates'
import { paise } from '~/platform/formats/money'
import { notify } from '~/domain/outreach/notifications.server'
import { readSettings } from '~/domain/settings/settings.server'
import { postGrant, lockPeople, readHeldRows, type Owners } from '~/domain/wallet/grants.server'
import {
  findLastEnd,
  NOTHING,
  planGrant,
  sumHeld,
  type Grant,
  type HeldRow,
  type SaleSums,
} from '~/domain/wallet/grants'
import type { Wallet } from '~/domain/wallet/ledger.server'
import type { SaleChange, Conversion } from '../conversions'
import { buildConversionNotices } from './notices'

export interface PreparedGrant extends Grant {
  withdrawableAt: Date | null
  wallets?: Wallet[]
}

export async function prepareGrant(
  tx: Tx,
  { now, ...of }: Owners & { network: string; now: Conversion | null },
  change: SaleChange,
): Promise<PreparedGrant> {
  const held = paise((now?.pending_paise ?? 0n) + (now?.granted_paise ?? 0n))
  if (held === 0n && change.pending === 0n && change.granted === 0n)
    return { from: NOTHING, to: NOTHING, added: [], lowered: [], withdrawableAt: null }
  const [{ wallets, ...people }, rows] = await Promise.all([
    lockPeople(tx, of, change.wallets),
    now && now.granted_paise > 0n ? readHeldRows(tx, now.id) : [],
  ])
  const from = now ? toSaleSums(now, rows) : NOTHING
  const until = await findHoldingEnd(tx, of.network, change)
  const grant = planGrant(from, rows, { ...change, until }, people)
  return { ...grant, wallets, withdrawableAt: findLastEnd(rows, grant) }
}

/** The holding period ends at a midnight in India, so that the displayed date is exact. */
async function findHoldingEnd(
  tx: Tx,
  network: string,
  { granted, holdingDays }: SaleChange,
): Promise<Date | null> {
  if (granted === 0n) return null
  const days = holdingDays ?? (await readHoldingDays(tx, network))
  return days === 0 ? null : midnightInIndia(new Date(Date.now() + days * DAY_MS))
}

async function readHoldingDays(tx: Tx, network: string): Promise<number> {
  const { HOLDING_DAYS, HOLDING_DAYS_BY_NETWORK } = await readSettings(tx)
  return HOLDING_DAYS_BY_NETWORK.get(network) ?? HOLDING_DAYS
}

function toSaleSums(c: Conversion, rows: readonly HeldRow[]): SaleSums {
  const waiting = sumHeld(rows, 'waiting')
  return {
    pending: paise(c.pending_paise),
    granted: paise(c.granted_paise),
    referral: paise(c.referral_paise - waiting),
    waiting,
  }
}

/** Pipelines the statements, because each round trip costs more than most statements. */
export async function postChange(
  tx: Tx,
  of: Owners & { id: number; revision: number },
  grant: PreparedGrant,
  { state, store }: SaleChange,
): Promise<void> {
  const { from, to, added, wallets } = grant
  await Promise.all([
    postGrant(tx, of, grant, wallets),
    notify(tx, ...buildConversionNotices(of, { state, from, to, added, store })),
  ])
}
