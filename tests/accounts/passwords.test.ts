import { describe, expect, test } from 'vitest'
import {
  checkPassword,
  findPasswordProblem,
  hashPassword,
  PasswordsBusy,
} from '~/domain/accounts/passwords.server'

const asha = { username: 'Asha Rao Kulkarni', phone_number: '+919876543210', email: 'asha@example.in' }

describe('stored password', () => {
  test('is hashed by argon2id with at least 19456 KiB, two passes and one lane', async () => {
    const kept = await hashPassword('a quiet river')
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await checkPassword(kept, 'a quiet river')).toEqual({ right: true, outdated: false })
    expect((await checkPassword(kept, 'a quiet rivet')).right).toBe(false)
  })

  test('is marked outdated when its hash has weaker parameters', async () => {
    const { hash } = await import('@node-rs/argon2')
    const weak = await hash('a quiet river', { memoryCost: 8192, timeCost: 1 })
    expect(await checkPassword(weak, 'a quiet river')).toEqual({ right: true, outdated: true })
  })

  test('matches in any Unicode composition', async () => {
    const kept = await hashPassword('caf\u00e9 au lait')
    expect((await checkPassword(kept, 'cafe\u0301 au lait')).right).toBe(true)
  })

  test('never matches if the account has no password', async () => {
    expect((await checkPassword(null, 'a quiet river')).right).toBe(false)
  })

  test('is checked in a queue, which refuses when full, also for unknown accounts', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 60 }, () => checkPassword(null, 'x')))
    const refused = answers.filter((a) => a.status === 'rejected')
    expect(refused).toHaveLength(60 - 42)
    expect(refused.every((a) => a.reason instanceof PasswordsBusy)).toBe(true)
    expect((await checkPassword(await hashPassword('a quiet river'), 'a quiet river')).right).toBe(true)
  })
})

describe('password rules', () => {
  test.each([
    ['1234567', 'passwordLength'],
    ['x'.repeat(129), 'passwordLength'],
    ['नमस्ते', 'passwordLength'],
    ['password', 'passwordCommon'],
    ['Password@123', 'passwordCommon'],
    ['12345678', 'passwordCommon'],
    ['aaaaaaaaaa', 'passwordCommon'],
    ['abcabcabc', 'passwordCommon'],
    ['0123401234', 'passwordCommon'],
    ['ChickenWing101', 'passwordCommon'],
    ['unbelievable', 'passwordCommon'],
    ['1qaz2wsx3edc4rfv', 'passwordCommon'],
    ['Hanuman@2026', 'passwordCommon'],
    ['9876543210', 'passwordPersonal'],
    ['+91 98765-43210', 'passwordPersonal'],
    ['asha rao kulkarni', 'passwordPersonal'],
    ['Asha@Example.in', 'passwordPersonal'],
    ['correct horse', null],
    ['नमस्ते दुनिया', null],
    ['x1'.repeat(3) + 'yz', null],
  ])('%s: %s', (password, problem) => {
    expect(findPasswordProblem(password, asha)).toBe(problem)
  })
})
