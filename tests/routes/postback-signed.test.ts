// With a signing network only signed parameters count.
import { createHmac } from 'node:crypto'
import { desc } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { readWallet } from '~/domain/wallet/sums.server'
import { request } from '../support/app'
import { click, member } from '../wallet/support'

const env = vi.hoisted(() => {
  const set = {
    IMPACT_SECRET: 'secret-of-impact-01',
    IMPACT_HMAC_KEY: 'key-of-impact-00001',
    ADMITAD_SECRET: 'secret-of-admitad-1',
    ADMITAD_HMAC_KEY: 'key-of-admitad-0001',
    AWIN_SECRET: 'secret-of-awin-0001',
    AWIN_HMAC_KEY: 'key-of-awin-0000001',
    TUNE_SECRET: 'secret-of-tune-0001',
    TUNE_HMAC_KEY: 'key-of-tune-0000001',
    TUNE_HMAC: 'parameter:hash:sha256:hex',
  }
  return Object.assign(process.env, set) && set
})

type Signing = 'impact' | 'admitad' | 'awin' | 'tune'
const getPath = (network: Signing) =>
  `/postback/${network}/${env[`${network.toUpperCase() as 'IMPACT'}_SECRET`]}`
const mac = (network: Signing, text: string) =>
  createHmac('sha256', env[`${network.toUpperCase() as 'IMPACT'}_HMAC_KEY`])
    .update(text)
    .digest('hex')

const FORM = 'application/x-www-form-urlencoded'

/** Only the body is signed; `more` is appended to the URL. */
const post = (network: Signing, body: string, more = '', type = FORM) =>
  request(`${getPath(network)}${more}`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': type, 'X-Signature': mac(network, body) },
  })

let serial = 0
async function pendingSale(network: Signing) {
  const user = await member()
  const clickId = await click(user, { network })
  const id = `SIGNED${++serial}`
  const getFields: Record<Signing, Record<string, string>> = {
    impact: { SubId1: clickId, ActionId: id, Amount: '500', State: 'PENDING' },
    admitad: { subid: clickId, admitad_id: id, order_sum: '500', status: 'pending' },
    awin: { clickRef: clickId, transactionId: id, transactionAmount: '500' },
    tune: { aff_click_id: clickId, transaction_id: id, sale_amount: '500', status: 'pending' },
  }
  const fields = getFields[network]
  return { user, fields, body: new URLSearchParams(fields).toString() }
}

const granted = async (user: number) => (await readWallet(user)).available
const pending = async (user: number) => (await readWallet(user)).pending
const latest = async () =>
  (await db.select().from(postbackInbox).orderBy(desc(postbackInbox.id)).limit(1))[0]!

describe('unsigned query of a signed POST', () => {
  test.each<[Signing, string]>([
    ['impact', '?Status=APPROVED'],
    ['impact', '?Amount=9999&Status=APPROVED'],
    ['admitad', '?payment_status=approved'],
    ['awin', '?status=approved'],
    ['awin', '?commissionStatus=approved&saleAmount=9999'],
  ])('%s: %s is ignored', async (network, more) => {
    const { user, fields, body } = await pendingSale(network)
    expect((await post(network, body, more)).status).toBe(200)
    expect([await pending(user), await granted(user)]).toEqual([25_00n, 0n])
    expect((await latest()).raw).toEqual(fields)
  })

  test('impact: does not supply an amount missing from the body', async () => {
    const { user, fields } = await pendingSale('impact')
    const { Amount: _, ...without } = fields
    const body = new URLSearchParams({ ...without, State: 'APPROVED' }).toString()
    expect((await post('impact', body, '?Amount=9999')).status).toBe(200)
    expect(await granted(user)).toBe(0n)
    expect(await latest()).toMatchObject({ outcome: 'quarantined', reason: 'unusable-amount' })
  })

  test('is ignored with a JSON body too', async () => {
    const { user, fields } = await pendingSale('impact')
    const answer = await post('impact', JSON.stringify(fields), '?Status=APPROVED', 'application/json')
    expect(answer.status).toBe(200)
    expect([await pending(user), await granted(user)]).toEqual([25_00n, 0n])
  })

  test('is read only for the signature where that is a parameter (tune)', async () => {
    const { user, fields, body } = await pendingSale('tune')
    const answer = await request(
      `${getPath('tune')}?hash=${mac('tune', body)}&status=approved&sale_amount=9999`,
      {
        method: 'POST',
        body: new URLSearchParams(body),
      },
    )
    expect(answer.status).toBe(200)
    expect([await pending(user), await granted(user)]).toEqual([25_00n, 0n])
    expect((await latest()).raw).toEqual(fields)
  })
})

describe('ambiguous signed postbacks', () => {
  test('a form whose signature parameter hides a multipart form is refused (tune)', async () => {
    const { user, body } = await pendingSale('tune')
    const hidden = Object.entries({ ...Object.fromEntries(new URLSearchParams(body)), status: 'approved' })
      .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')
    // The parameter of the signature itself is excluded from the signed text.
    const answer = await request(`${getPath('tune')}?hash=${mac('tune', body)}`, {
      method: 'POST',
      body: `${body}&hash=\r\n${hidden}--x--\r\n`,
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    })
    expect(answer.status).toBe(415)
    expect([await pending(user), await granted(user)]).toEqual([0n, 0n])
  })

  test('a signature parameter inside JSON is refused (tune)', async () => {
    const { user, fields } = await pendingSale('tune')
    const signed = JSON.stringify({ shop: 'This&That', ...fields })
    const forged = signed.replace('This&That', 'This&hash=","goal_id":"7","x":"&That')
    const answer = await request(`${getPath('tune')}?hash=${mac('tune', signed)}`, {
      method: 'POST',
      body: forged,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(answer.status).toBe(403)
    expect([await pending(user), await granted(user)]).toEqual([0n, 0n])
  })

  test('JSON is signed as a whole with the signature in the URL (tune)', async () => {
    const { user, fields } = await pendingSale('tune')
    const body = JSON.stringify({ shop: 'This&That', ...fields })
    const answer = await request(`${getPath('tune')}?hash=${mac('tune', body)}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(answer.status).toBe(200)
    expect(await pending(user)).toBe(25_00n)
  })

  test.each([
    [
      'JSON as a form',
      FORM,
      (fields: Record<string, string>) => JSON.stringify({ note: '&Status=APPROVED&', ...fields }),
    ],
    [
      'a form as JSON',
      'application/json',
      (fields: Record<string, string>) => new URLSearchParams(fields).toString(),
    ],
    [
      'a multipart form',
      'multipart/form-data; boundary=x',
      () => '--x\r\nContent-Disposition: form-data; name="State"\r\n\r\nAPPROVED\r\n--x--\r\n',
    ],
  ])('%s is 415, since no signature covers the content type (impact)', async (_, type, bodyOf) => {
    const before = await db.$count(postbackInbox)
    const { fields } = await pendingSale('impact')
    expect((await post('impact', bodyOf(fields), '', type)).status).toBe(415)
    expect(await db.$count(postbackInbox)).toBe(before)
  })

  test('two signature headers are refused', async () => {
    const { body } = await pendingSale('impact')
    const headers = new Headers({ 'Content-Type': FORM, 'X-Signature': mac('impact', body) })
    headers.append('X-Signature', mac('impact', body))
    expect((await request(getPath('impact'), { method: 'POST', body, headers })).status).toBe(403)
  })

  test('a query without a body is signed as a whole, for GET and POST', async () => {
    for (const method of ['GET', 'POST']) {
      const { user, body: query } = await pendingSale('admitad')
      const headers = { 'X-Signature': mac('admitad', query) }
      const more = await request(`${getPath('admitad')}?${query}&payment_status=approved`, {
        method,
        headers,
      })
      expect(more.status).toBe(403)
      expect((await request(`${getPath('admitad')}?${query}`, { method, headers })).status).toBe(200)
      expect(await pending(user)).toBe(25_00n)
    }
  })

  test('a parameter with two different values is not used', async () => {
    const user = await member()
    const clickId = await click(user)
    const answer = await request(
      `/postback/trackier/demo-trackier-secret?p1=${clickId}&status=approved&conversion_id=TWICE1&sale_amount=500&status=pending`,
    )
    expect(answer.status).toBe(200)
    expect([await pending(user), await granted(user)]).toEqual([0n, 0n])
    expect(await latest()).toMatchObject({
      outcome: 'quarantined',
      reason: 'unknown-status',
      raw: { status: 'approved, pending' },
    })
  })

  test('a parameter repeated with the same value counts once', async () => {
    const user = await member()
    const clickId = await click(user)
    await request(
      `/postback/trackier/demo-trackier-secret?p1=${clickId}&p1=${clickId}&status=pending&conversion_id=TWICE2&sale_amount=500`,
    )
    expect(await pending(user)).toBe(25_00n)
  })
})
