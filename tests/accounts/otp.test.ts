import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { findOpenChallenge } from '~/domain/accounts/challenges.server'
import { demoProvider } from '~/domain/accounts/codes/demo.server'
import { resendCode } from '~/domain/accounts/otp.server'
import { sendCode, type CodeRequest } from '~/domain/accounts/codes/send-code.server'
import * as otp from '~/domain/accounts/otp.server'
import { db } from '~/platform/db/client.server'
import { otpChallenges } from '~/platform/db/schema/members'
import { age, readChallenge, readCode, newPhone, otherThan, stranger } from './people'

const HERE = stranger()
vi.spyOn(console, 'info').mockImplementation(() => {})

const ask = (phone: string, more: Partial<CodeRequest> = {}) =>
  sendCode({ purpose: 'otp-sign-in', phone, challengeId: null, requestKey: null, asker: HERE, ...more })

async function send(phone = newPhone(), more: Partial<CodeRequest> = {}) {
  const sent = await ask(phone, more)
  if (!sent.ok) throw new Error(sent.reason)
  return { phone, id: sent.challengeId, code: await readCode(sent.challengeId) }
}

const consume = (id: string, purpose: 'otp-sign-in' | 'sign-up' = 'otp-sign-in') =>
  db.transaction((tx) => otp.consume(tx, id, purpose))

describe('one-time code', () => {
  test('has 4 digits, lives 5 minutes, and is stored as a keyed hash bound to its challenge', async () => {
    const { id, code } = await send()
    expect(code).toMatch(/^\d{4}$/)
    const row = await readChallenge(id)
    expect(row.expires_at.getTime() - row.sent_at.getTime()).toBe(300_000)
    expect(row.code_hash).toMatch(/^[0-9a-f]{64}$/)
    const target = { challengeId: id, purpose: row.purpose, phone: row.phone_number }
    expect(await demoProvider.verify(target, row, code)).toBe(true)
    for (const other of [{ challengeId: randomUUID() }, { purpose: 'sign-up' }, { phone: newPhone() }])
      expect(await demoProvider.verify({ ...target, ...other }, row, code)).toBe(false)
  })

  test('entered correctly is a proof for its own purpose, once', async () => {
    const { id, code, phone } = await send(newPhone(), { payload: { a: 1 } })
    expect(await consume(id)).toBeNull()
    expect(await otp.verify(id, code, HERE)).toEqual({ ok: true, purpose: 'otp-sign-in', phone })
    expect(await consume(id, 'sign-up')).toBeNull()
    expect(await consume(id)).toEqual({ phone, payload: { a: 1 } })
    expect(await consume(id)).toBeNull()
    expect(await otp.verify(id, code, HERE)).toMatchObject({ reason: 'ended' })
    expect(await readChallenge(id)).toMatchObject({ payload: null, demo_code: null })
  })

  test('ends after three wrong tries', async () => {
    const { id, code } = await send()
    for (let i = 0; i < 3; i++)
      expect(await otp.verify(id, otherThan(code), HERE)).toMatchObject({ reason: 'wrong' })
    expect(await otp.verify(id, code, HERE)).toMatchObject({ reason: 'ended' })
    expect((await findOpenChallenge(id))?.live).toBe(false)
  })

  test('ends after three wrong tries of twenty concurrent ones', async () => {
    const { id, code } = await send()
    const answers = await Promise.all(Array.from({ length: 20 }, () => otp.verify(id, otherThan(code), HERE)))
    expect(answers.filter((a) => !a.ok && a.reason === 'wrong')).toHaveLength(3)
    expect((await readChallenge(id)).attempts).toBe(3)
  })

  test('works once in twenty concurrent requests', async () => {
    const { id, code } = await send()
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => (await otp.verify(id, code, HERE)).ok && (await consume(id))),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  test('expires after 5 minutes, and so does a proof', async () => {
    const late = await send()
    await age(late.id, 301)
    expect(await otp.verify(late.id, late.code, HERE)).toMatchObject({ reason: 'ended' })
    const proof = await send()
    await otp.verify(proof.id, proof.code, HERE)
    await age(proof.id, 301)
    expect(await consume(proof.id)).toBeNull()
  })

  test('is useless without its challenge id', async () => {
    const { code } = await send()
    expect(await otp.verify(randomUUID(), code, HERE)).toMatchObject({ reason: 'ended' })
  })

  test('stays valid when the transaction that consumes the proof rolls back', async () => {
    const { id, code } = await send()
    await otp.verify(id, code, HERE)
    const failed = db.transaction(async (tx) => {
      await otp.consume(tx, id, 'otp-sign-in')
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await consume(id)).not.toBeNull()
  })
})

describe('second request within 90 s', () => {
  test('keeps the code and takes the newer payload in the same browser', async () => {
    const { id, phone, code } = await send(newPhone(), { payload: { username: 'Asah' } })
    const again = await ask(phone, { challengeId: id, payload: { username: 'Asha' } })
    expect(again).toEqual({ ok: true, challengeId: id, sent: false })
    expect(await readChallenge(id)).toMatchObject({ demo_code: code, payload: { username: 'Asha' } })
  })

  test('is one challenge and one code when a form is sent several times, before there is a cookie', async () => {
    const phone = newPhone()
    const requestKey = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(phone, { requestKey })))
    expect(answers.every((a) => a.ok && a.challengeId === requestKey)).toBe(true)
    expect(answers.filter((a) => a.ok && a.sent)).toHaveLength(1)
  })

  test('makes another browser wait, and the first code stays valid', async () => {
    const { id, phone, code } = await send()
    const refused = await ask(phone)
    expect(refused).toMatchObject({ ok: false, reason: 'wait' })
    expect(!refused.ok && refused.reason === 'wait' && refused.seconds).toBeGreaterThan(30)
    expect((await otp.verify(id, code, HERE)).ok).toBe(true)
  })

  test('for another purpose creates another code', async () => {
    const { id, phone } = await send()
    const other = await send(phone, { purpose: 'forgot-password', challengeId: id })
    expect(other.id).not.toBe(id)
  })

  test('to resend is refused by the server', async () => {
    const { id, code } = await send()
    await age(id, 30)
    const refused = await resendCode(id, HERE)
    expect(refused).toMatchObject({ ok: false, reason: 'wait' })
    expect(!refused.ok && refused.reason === 'wait' && refused.seconds).toBeLessThanOrEqual(60)
    expect(await readCode(id)).toBe(code)
  })
})

describe('request after 90 s', () => {
  test('to resend ends the old code, keeps the payload and resets the tries', async () => {
    const { id, code } = await send(newPhone(), { payload: { a: 1 } })
    await otp.verify(id, otherThan(code), HERE)
    await age(id, 91)
    const before = (await readChallenge(id)).code_hash
    expect(await resendCode(id, HERE)).toEqual({ ok: true, challengeId: id, sent: true })
    const row = await readChallenge(id)
    expect(row).toMatchObject({ attempts: 0, payload: { a: 1 }, verified_at: null })
    expect(row.code_hash).not.toBe(before)
    expect((await findOpenChallenge(id))!.secondsLeft).toBeGreaterThan(85)
    expect((await otp.verify(id, row.demo_code!, HERE)).ok).toBe(true)
  })

  test('sends one code for twenty concurrent resends', async () => {
    const { id } = await send()
    await age(id, 91)
    const answers = await Promise.all(Array.from({ length: 20 }, () => resendCode(id, HERE)))
    expect(answers.filter((a) => a.ok)).toHaveLength(1)
  })

  test('from another browser ends the old code and its proof', async () => {
    const old = await send()
    await otp.verify(old.id, old.code, HERE)
    await age(old.id, 91)
    const next = await send(old.phone)
    expect(next.id).not.toBe(old.id)
    expect(await otp.verify(old.id, old.code, HERE)).toMatchObject({ reason: 'ended' })
    expect(await consume(old.id)).toBeNull()
    expect((await otp.verify(next.id, next.code, HERE)).ok).toBe(true)
  })

  test('to resend a used code, or one half an hour old, is refused', async () => {
    const used = await send()
    await otp.verify(used.id, used.code, HERE)
    await consume(used.id)
    await age(used.id, 91)
    expect(await resendCode(used.id, HERE)).toMatchObject({ reason: 'ended' })
    const old = await send()
    await age(old.id, 1801)
    expect(await resendCode(old.id, HERE)).toMatchObject({ reason: 'ended' })
  })
})

describe('limits of a phone', () => {
  test('fifty concurrent sends are one code, and five an hour is the limit', async () => {
    const phone = newPhone()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(phone)))
    expect(answers.filter((a) => a.ok)).toHaveLength(1)
    for (let sent = 1; sent < 5; sent++) {
      await db
        .update(otpChallenges)
        .set({ sent_at: sql`sent_at - interval '91 seconds'` })
        .where(eq(otpChallenges.phone_number, phone))
      expect((await ask(phone)).ok).toBe(true)
    }
    await db
      .update(otpChallenges)
      .set({ sent_at: sql`sent_at - interval '91 seconds'` })
      .where(eq(otpChallenges.phone_number, phone))
    const refused = await ask(phone)
    expect(refused).toMatchObject({ ok: false, reason: 'tooMany' })
    expect(!refused.ok && refused.reason === 'tooMany' && refused.minutes).toBeGreaterThan(55)
  })

  test('ten wrong codes disable OTP for the phone for 24 hours, even with the right code', async () => {
    const phone = newPhone()
    let current = await send(phone)
    for (let wrong = 0; wrong < 10; wrong++) {
      if (wrong > 0 && wrong % 3 === 0) {
        await age(current.id, 91)
        current = await send(phone)
      }
      expect(await otp.verify(current.id, otherThan(current.code), HERE)).toMatchObject({ reason: 'wrong' })
    }
    expect(await otp.verify(current.id, current.code, HERE)).toMatchObject({
      reason: 'tooMany',
      minutes: 1440,
    })
    await age(current.id, 91)
    expect(await ask(phone)).toMatchObject({ reason: 'tooMany', minutes: 1440 })
  })

  test('right codes do not count as wrong ones', async () => {
    const phone = newPhone()
    for (let i = 0; i < 4; i++) {
      const { id, code } = await send(phone)
      for (let wrong = 0; wrong < 2; wrong++) await otp.verify(id, otherThan(code), HERE)
      expect((await otp.verify(id, code, HERE)).ok).toBe(true)
      expect(await consume(id)).not.toBeNull()
    }
  })
})

describe('failing provider', () => {
  test('a failed send leaves no challenge and no waiting period', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const phone = newPhone()
    vi.spyOn(demoProvider, 'send').mockRejectedValueOnce(new Error(`no route to ${phone}`))
    expect(await ask(phone)).toMatchObject({ ok: false, reason: 'notSent' })
    expect(JSON.stringify(errors.mock.calls)).not.toContain(phone)
    expect((await ask(phone)).ok).toBe(true)
  })

  test('a failed verification costs no try', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { id, code } = await send()
    vi.spyOn(demoProvider, 'verify').mockRejectedValueOnce(new Error('time-out'))
    expect(await otp.verify(id, code, HERE)).toMatchObject({ reason: 'unanswered' })
    expect((await readChallenge(id)).attempts).toBe(0)
    expect((await otp.verify(id, code, HERE)).ok).toBe(true)
  })
})
