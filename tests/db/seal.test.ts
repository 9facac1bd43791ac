import { expect, test } from 'vitest'
import { blindIndex, seal, unseal } from '~/platform/db/seal.server'

const place = 'upi_details|sealed|1001'

test('an encrypted value opens in its own place, is unreadable, and differs each time', () => {
  const sealed = seal('asha@okbank', place)
  expect(unseal(sealed, place)).toBe('asha@okbank')
  expect(Buffer.from(sealed.split('.')[1]!, 'base64url').toString()).not.toContain('okbank')
  expect(seal('asha@okbank', place)).not.toBe(sealed)
})

test('a moved, changed or unknown-key value does not open', () => {
  const sealed = seal('asha@okbank', place)
  expect(() => unseal(sealed, 'upi_details|sealed|1002')).toThrow(/authenticate/)
  const flipped = Buffer.from(sealed.split('.')[1]!, 'base64url')
  flipped[14]! ^= 1
  expect(() => unseal(`k1.${flipped.toString('base64url')}`, place)).toThrow(/authenticate/)
  expect(() => unseal(`k2.${sealed.slice(3)}`, place)).toThrow('sealed under an unknown key: k2')
})

test('the blind index is equal for equal values and reveals nothing', () => {
  expect(blindIndex('upi:asha@okbank')).toBe(blindIndex('upi:asha@okbank'))
  expect(blindIndex('upi:asha@okbank')).not.toBe(blindIndex('upi:asha@okbanc'))
  expect(blindIndex('upi:asha@okbank')).toMatch(/^[0-9a-f]{64}$/)
})
