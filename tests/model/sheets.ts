// A network's report of the model's sales that somebody opened and saved in a spreadsheet, given to `conversions reconcile`.
import { networks, type NetworkName } from '~/platform/config/networks'
import { BadFile } from '~/platform/formats/text-file'
import { reconcileReport } from '~/domain/tracking/reconcile.server'
import { reopenCell, widenCell } from '../support/spreadsheet'
import { rupees, spellSale } from './sending'
import type { World } from './world'

/** What became of the column of ids; amounts and dates are written in another form in each. */
const SPOILS = {
  saved: reopenCell,
  widened: widenCell,
  'as errors': () => '#N/A',
  'as booleans': () => 'TRUE',
  'as dates': () => '28-Nov',
}

export type Spoil = keyof typeof SPOILS
export const ALL_SPOILS = Object.keys(SPOILS) as Spoil[]

export interface ReportedSale {
  sale: string
  click: string
  amount: bigint | null
}

/** No row moves money: each waits, or the file is refused. */
export const KEPT_OUT = 'kept out'

/** Each sale is reported as approved, in a dry run and by a run. */
export async function reconcileSpoilt(
  world: World,
  network: string,
  sales: readonly ReportedSale[],
  spoil: Spoil,
): Promise<string> {
  const { columns, statuses } = networks[network as NetworkName]
  const [approved] = [...statuses].find(([, report]) => report === 'approved')!
  const heads = [columns.click, columns.conversion, columns.sale, columns.status, columns.ordered ?? ['day']]
  const rows = sales.map(({ sale, click, amount }) => [
    world.clicks.get(click)!,
    SPOILS[spoil](spellSale(world, sale)),
    reopenCell(rupees(amount ?? 100_00n)),
    approved,
    '28-11-2026',
  ])
  const csv = [heads.map(([name]) => name), ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')
  const foreseen = await read(csv, network as NetworkName, false)
  const said = await read(csv, network as NetworkName, true)
  return said === foreseen ? said : `${foreseen}, then ${said}`
}

async function read(csv: string, network: NetworkName, apply: boolean): Promise<string> {
  const said = new Set<string>()
  try {
    await reconcileReport(csv, network, {
      hand: apply ? { by: 'model', consent: 'none' } : null,
      onRow: ({ outcome, reason }) => said.add(`${outcome}: ${reason}`),
    })
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return error.message.includes('a spreadsheet has rounded it') ? KEPT_OUT : error.message
  }
  const [only = 'no row was shown', ...others] = said
  return only === 'quarantined: unusable-id' && !others.length ? KEPT_OUT : [only, ...others].join(' and ')
}
