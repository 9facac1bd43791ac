export interface StoredIds {
  conversionId: string | null
  orderNumber: string | null
  externalId: string
}

export interface LineIds {
  conversionId: string | null
  /** All ids of the line, the most specific first. */
  ids: readonly string[]
}

/** Finds a sale by conversion id, else by key or order number; a number of several sales finds none. */
export function indexSales<Sale>(
  sales: readonly Sale[],
  idsOf: (sale: Sale) => StoredIds,
): (line: LineIds) => Sale | undefined {
  const byConversion = new Map<string, Sale>()
  const unnamed = new Map<string, Sale | undefined>()
  const byOrder = new Map<string, Sale | undefined>()
  const add = (map: Map<string, Sale | undefined>, key: string, sale: Sale) =>
    map.set(key, map.has(key) && map.get(key) !== sale ? undefined : sale)
  for (const sale of sales) {
    const { conversionId, orderNumber, externalId } = idsOf(sale)
    if (conversionId !== null) byConversion.set(conversionId, sale)
    else {
      add(unnamed, externalId, sale)
      if (orderNumber !== null) add(unnamed, orderNumber, sale)
    }
    if (orderNumber !== null) add(byOrder, orderNumber, sale)
  }
  return ({ conversionId, ids }) => {
    const own = conversionId === null ? undefined : byConversion.get(conversionId)
    const maps = conversionId === null ? [unnamed, byOrder] : [unnamed]
    return own ?? maps.flatMap((map) => ids.flatMap((id) => map.get(id) ?? []))[0]
  }
}
