import type { Network } from '~/platform/config/network'
import { isUsableId, readOrderNumber } from '~/platform/formats/identifiers'

interface RawIds {
  click?: string | undefined
  conversion?: string | undefined
  order?: string | undefined
  goal?: string | undefined
}

interface SaleIds {
  conversionId: string | null
  orderNumber: string | null
  ids: [string, ...string[]]
  isUnusable: boolean
}

export function readIds({ idNeedsGoal = false }: Network, raw: RawIds): SaleIds {
  const { click, goal = '' } = raw
  const hasGoal = goal !== '' && goal !== '0'
  const isUnusable = raw.conversion !== undefined && !isUsableId(raw.conversion)
  const id = isUnusable ? undefined : raw.conversion
  const orderNumber = readOrderNumber(raw.order)
  const conversionId =
    id === undefined || (idNeedsGoal && !hasGoal) ? null : idNeedsGoal ? `${id}:${goal}` : id
  const ids = [
    conversionId,
    conversionId === null && id,
    orderNumber !== null && hasGoal && `${orderNumber}:${goal}`,
    orderNumber,
    click !== undefined && `click:${click}:${goal}`,
  ].filter((one) => typeof one === 'string')
  return { conversionId, orderNumber, ids: [...new Set(ids)] as [string, ...string[]], isUnusable }
}
