import { expect, test } from 'vitest'
import { signedIn } from '../support/people'
import { earn } from '../wallet/support'
import { ops } from './support'

test('users statement: by the member’s number and by the mobile number', async () => {
  const { id } = await signedIn({ phone_number: '+919811111111' })
  await earn(id, 40_00n)
  for (const user of [String(id), '9811111111']) {
    const { code, out } = await ops(`users statement ${user}`)
    expect(code).toBe(0)
    expect(out.trim().split('\r\n')[1]).toMatch(/,Cashback confirmed,Shop \d+,40\.00,40\.00$/)
  }
})

test('users statement: nobody of this name', async () => {
  for (const user of ['424242', '9822222222', 'asha']) {
    const { code, out, err } = await ops(`users statement ${user}`)
    expect([code, out, err]).toEqual([1, '', `There is no member ${user}.\n`])
  }
})
