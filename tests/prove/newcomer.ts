// A shopper from the first page to a withdrawal, as forms without scripts: what any release has to do.
import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import type { TestServer } from '../support/servers'

/** Throws at the first step that does not end as it has to. `sql`: the server's database. */
export async function newcomer(server: TestServer, sql: postgres.Sql): Promise<void> {
  const shopper = openShopper(server.origin)
  await browse(shopper)
  await join(shopper)
  const [offer] = await sql<{ id: number }[]>`
    SELECT id FROM campaigns WHERE network = 'trackier' AND hidden_at IS NULL AND payout_hundredths > 0
      AND (starts_at IS NULL OR starts_at <= now()) AND (ends_at IS NULL OR ends_at > now() + interval '1 hour')
    ORDER BY id LIMIT 1`
  assert.ok(offer, 'there is no offer to click')
  const shop = await shopper.ask(`/out/${offer.id}`)
  const click = new URL(shop.location ?? server.origin).searchParams.get('p1')
  assert.ok(click, `the click leads to ${shop.status} ${shop.location}`)
  const sale = { p1: click, conversion_id: randomUUID(), sale_amount: '5000', payout: '400' }
  for (const status of ['pending', 'approved']) {
    const said = await shopper.ask('/postback/trackier/demo-trackier-secret', { ...sale, status })
    assert.match(said.body, /OK/, 'a postback')
  }
  const saved = await shopper.send('/Account/Wallet/upi', { from: '/Account/Wallet', upi: 'asha.rao@okbank' })
  assert.match(saved.body, /asha|Saved|okbank/, 'a UPI ID is saved')
  const taken = await shopper.send('/Account/Wallet', {
    from: '/Account/Wallet',
    amount: '1',
    type: 'upi',
    request_key: randomUUID(),
  })
  assert.match(taken.body, /Withdrawal successful/, 'a withdrawal')
}

type Shopper = ReturnType<typeof openShopper>

async function browse(shopper: Shopper): Promise<void> {
  for (const page of ['/', '/Deals', '/CouponFilters/All?q=rs', '/Aboutus', '/healthz']) {
    const { status } = await shopper.ask(page)
    assert.equal(status, 200, page)
  }
}

async function join(shopper: Shopper): Promise<void> {
  const phone_number = `9${String(randomInt(1e9)).padStart(9, '1')}`
  const asked = await shopper.send('/auth/sign-up', {
    from: '/?dialog=sign-up',
    username: 'Asha Rao',
    phone_number,
    email: `${phone_number}@mail.example`,
    password: 'Chai at five 5',
    agreeToTerms: 'on',
  })
  const otp = /Your code is (\d{4})\./.exec(asked.body)?.[1]
  assert.ok(otp, 'a code is sent')
  const joined = await shopper.send('/auth/otp', { from: '/?dialog=otp', otp })
  assert.match(joined.body, /Signup Successful!/, 'a sign-up')
}

interface Answer {
  status: number
  location: string | null
  body: string
}

function openShopper(origin: string) {
  const cookies = new Map<string, string>()

  async function ask(path: string, fields?: Record<string, string>): Promise<Answer> {
    const response = await fetch(new URL(path, origin), {
      redirect: 'manual',
      headers: {
        'Sec-Fetch-Site': 'same-origin',
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0(;|$)/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return {
      status: response.status,
      location: response.headers.get('Location'),
      body: await response.text(),
    }
  }

  /** Sends a form and follows to the page that answers it. */
  async function send(path: string, fields: Record<string, string>): Promise<Answer> {
    let answer = await ask(path, fields)
    assert.equal(answer.status, 303, `${path}: ${answer.status}`)
    for (let step = 0; answer.location && step < 5; step++) answer = await ask(answer.location)
    return answer
  }

  return { ask, send }
}
