/** The referrer's share of a sale is the one stored with its click (docs/rules.md#30). */
import { expect, test } from 'vitest'
import { recordClick } from '~/domain/tracking/clicks.server'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { sendReport } from '../support/reports'
import { changeSettings } from '../support/settings'
import { makeOffer, member } from '../wallet/support'

async function clickThrough(userId: number): Promise<string> {
  const { id } = await makeOffer({ payout_hundredths: 1000n })
  const clicked = await recordClick(id, { userId, address: '192.0.2.1', agent: 'a browser' })
  if (!clicked.ok) throw new Error(clicked.reason)
  return clicked.clickId
}

const report = (p1: string, sale_amount: string) =>
  sendReport({ p1, conversion_id: `S-${p1}`, sale_amount, status: 'approved' })

test('a sale credits the referrer by the share at its click, not by the current one', async () => {
  const friend = await member()
  const id = await member(friend)
  const older = await clickThrough(id)
  await report(older, '1000')
  expect((await readWallet(friend)).available).toBe(20_00n)
  await changeSettings({ referral_percent: '25%' })
  await report(older, '2000')
  expect((await readWallet(friend)).available).toBe(40_00n)
  await report(await clickThrough(id), '1000')
  expect((await readWallet(friend)).available).toBe(65_00n)
  expect(await findDefects()).toEqual([])
})
