// A shopper from the first page to a withdrawal, as forms without scripts: what any release has to do.
import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import type { TestServer } from '../support/servers'

export interface Newcomer {
  /** Of the sale that report() sends. */
  sale: string
  /** Answered with 200 once it is stored. */
  report(status: string): Promise<void>
  saveUpi(): Promise<void>
  /** Of Rs. 1; true if the page says that it is requested. */
  withdraw(): Promise<boolean>
  /** The next requests go to this server; the session is the same. */
  moveTo(server: TestServer): void
}

/** Throws at the first step that does not end as it has to. `sql`: the server's database. */
export async function newcomer(server: TestServer, sql: postgres.Sql): Promise<Newcomer> {
  const shopper = await joinAndClick(server, sql)
  for (const status of ['pending', 'approved']) await shopper.report(status)
  await shopper.saveUpi()
  assert.ok(await shopper.withdraw(), 'a withdrawal')
  return shopper
}

/** Without the steps that move money. `lists`: the statuses that a list of offers may have. */
export async function joinAndClick(
  server: TestServer,
  sql: postgres.Sql,
  lists: readonly number[] = [200],
): Promise<Newcomer> {
  const shopper = openShopper(server.origin)
  await browse(shopper, lists)
  await join(shopper)
  const [offer] = await sql<{ id: number }[]>`
    SELECT id FROM campaigns WHERE network = 'trackier' AND hidden_at IS NULL AND payout_hundredths > 0
      AND (starts_at IS NULL OR starts_at <= now()) AND (ends_at IS NULL OR ends_at > now() + interval '1 hour')
    ORDER BY id LIMIT 1`
  assert.ok(offer, 'there is no offer to click')
  const shop = await shopper.ask(`/out/${offer.id}`)
  const click = new URL(shop.location ?? server.origin).searchParams.get('p1')
  assert.ok(click, `the click leads to ${shop.status} ${shop.location}`)
  const sale = randomUUID()
  return {
    sale,
    async report(status) {
      // Under both names, which one release reads as the id of the sale and the other as its order.
      const facts = {
        p1: click,
        txn_id: sale,
        conversion_id: sale,
        sale_amount: '5000',
        payout: '400',
        status,
      }
      const said = await shopper.ask('/postback/trackier/demo-trackier-secret', facts)
      assert.match(said.body, /OK/, 'a postback')
    },
    async saveUpi() {
      const upi = `asha.${randomInt(1e9)}@okbank`
      const saved = await shopper.send('/Account/Wallet/upi', { from: '/Account/Wallet', upi })
      assert.match(saved.body, /asha|Saved|okbank/, 'a UPI ID is saved')
    },
    async withdraw() {
      const form = { from: '/Account/Wallet', amount: '1', type: 'upi', request_key: randomUUID() }
      return /Withdrawal successful/.test((await shopper.send('/Account/Wallet', form)).body)
    },
    moveTo: shopper.moveTo,
  }
}

type Shopper = ReturnType<typeof openShopper>

async function browse(shopper: Shopper, lists: readonly number[]): Promise<void> {
  for (const page of ['/', '/Aboutus', '/healthz']) assert.equal((await shopper.ask(page)).status, 200, page)
  for (const page of ['/Deals', '/CouponFilters/All?q=rs'])
    assert.ok(lists.includes((await shopper.ask(page)).status), page)
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

function openShopper(first: string) {
  let origin = first
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

  /** Sends a form and follows to the page that answers it; an error page answers by itself. */
  async function send(path: string, fields: Record<string, string>): Promise<Answer> {
    let answer = await ask(path, fields)
    assert.ok(answer.status === 303 || answer.status >= 500, `${path}: ${answer.status}`)
    for (let step = 0; answer.location && step < 5; step++) answer = await ask(answer.location)
    return answer
  }

  const moveTo = (server: TestServer): void => {
    origin = server.origin
  }

  return { ask, send, moveTo }
}
