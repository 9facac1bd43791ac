/** What each shape of a report does, on the real inbox. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { conversions } from '~/platform/db/schema/conversions'
import { formatGrouped } from '~/platform/formats/money'
import { findDefects } from '~/domain/books/audit.server'
import { sendReport } from '../support/reports'
import { click, member } from '../wallet/support'
import { SHAPES, type Shape } from './report-shapes'

let serial = 0

/** Every sale has its own ids: the shapes name the same ones. */
function fill(raw: Record<string, string>, clickId: string): Record<string, string> {
  const own = (text: string) =>
    text
      .replaceAll('CLICK', clickId)
      .replaceAll(/65f1c2|102f6b|9137\.4501\.88|771204|812345678|OD-4411|A-9|W-20/g, (id) => `${id}${serial}`)
  serial++
  return Object.fromEntries(Object.entries(raw).map(([name, text]) => [name, own(text)]))
}

async function send({ network, method, raw }: Shape): Promise<string> {
  const clickId = await click(await member(), { network })
  const { outcome, reason } = await sendReport(fill(raw, clickId), network, method)
  if (outcome === 'quarantined') return `waits: ${reason}`
  const [sale] = await db.select().from(conversions).where(eq(conversions.click_id, clickId))
  const { status, sale_paise, network_payout_paise } = sale!
  return [
    [status, sale_paise !== null && formatGrouped(sale_paise)].filter(Boolean).join(' '),
    network_payout_paise !== null && `commission ${formatGrouped(network_payout_paise)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

test.each(SHAPES)('$network, $method: $about', async (shape) => {
  expect(await send(shape)).toBe(shape.does)
})

test('the books balance after all of these reports', async () => {
  expect(await findDefects()).toEqual([])
})
