// One new member's way from sign-up to a withdrawal. Each step runs once, and the steps before it first.
import { randomUUID } from 'node:crypto'
import type { Answer, Fields, Visitor } from '../support/app'
import type { Walk } from './walk'

export const PASSWORD = 'a quiet river at noon'
export const PERSON = { username: 'Kavya Rao', phone_number: '9812345670', email: 'kavya@mail.example' }

/** The page on which a form's answer ends. */
export const send = async (visitor: Visitor, path: string, fields: Fields) =>
  visitor.follow(await visitor.post(path, fields))

export const codeIn = (page: Answer) => /Your code is (\d{4})\./.exec(page.text)?.[1] ?? 'none'

/** A code that is not the right one. */
export const wrongFor = (code: string) => (code === '1234' ? '4321' : '1234')

interface Steps {
  visitor: Visitor
  asked: Answer
  wrong: Answer
  signedUp: Answer
}

const steps = new WeakMap<Walk, Map<string, Promise<unknown>>>()

/** Does `work` at the first call of each walk. */
export function once<Result>(walk: Walk, name: string, work: () => Promise<Result>): Promise<Result> {
  const begun = steps.get(walk) ?? new Map<string, Promise<unknown>>()
  steps.set(walk, begun)
  const step = (begun.get(name) as Promise<Result> | undefined) ?? work()
  begun.set(name, step)
  return step
}

export const signUp = (walk: Walk) =>
  once(walk, 'sign-up', async (): Promise<Steps> => {
    const visitor = walk.guest()
    const person = { ...PERSON, password: PASSWORD, agreeToTerms: 'on', referred_by: '' }
    const asked = await send(visitor, '/auth/sign-up', { from: '/Deals?dialog=sign-up', ...person })
    const otp = codeIn(asked)
    const wrong = await send(visitor, '/auth/otp', { from: '/Deals?dialog=otp', otp: wrongFor(otp) })
    const signedUp = await send(visitor, '/auth/otp', { from: '/Deals?dialog=otp', otp })
    return { visitor, asked, wrong, signedUp }
  })

/** Get Deal of a kept offer, with the answers that the network's reports got. */
export const buy = (walk: Walk) =>
  once(walk, 'buy', async () => {
    const { visitor } = await signUp(walk)
    const { body } = await walk.api().get('/api/get-campains')
    const offer = body.data.find((one: { title: string }) => one.title.startsWith('Kurtas'))
    const clicked = await visitor.get(`/out/${offer.id}`)
    const p1 = new URL(clicked.location!).searchParams.get('p1')
    const report = async (status: string) =>
      walk
        .guest()
        .get(
          `/postback/trackier/demo-trackier-secret?p1=${p1}&conversion_id=KAVYA-1&sale_amount=5000&payout=800&status=${status}`,
        )
    const pending = await report('pending')
    const waiting = await visitor.get('/Account/Wallet')
    const approved = await report('approved')
    return { offer, clicked, pending, waiting, approved, again: await report('approved') }
  })

/** UPI details and a withdrawal of Rs. 150. */
export const withdraw = (walk: Walk) =>
  once(walk, 'withdraw', async () => {
    await buy(walk)
    const { visitor } = await signUp(walk)
    const ask = (fields: Fields) =>
      send(visitor, '/Account/Wallet', { from: '/Account/Wallet?dialog=withdraw', type: 'upi', ...fields })
    const without = await send(visitor, '/Account/Wallet', {
      from: '/Account/Wallet',
      type: 'bank',
      amount: '10',
      request_key: randomUUID(),
    })
    const saved = await send(visitor, '/Account/Wallet/upi', {
      from: '/Account/Wallet?edit=upi',
      upi: 'kavya@okbank',
    })
    const wrong = await ask({ amount: 'many', request_key: randomUUID() })
    const over = await ask({ amount: '401', request_key: randomUUID() })
    const request_key = randomUUID()
    const done = await ask({ amount: '150', request_key })
    const repeated = await ask({ amount: '150', request_key })
    return { without, saved, wrong, over, done, repeated, reused: await ask({ amount: '10', request_key }) }
  })
