import { expect, test } from 'vitest'
import { maskPhone, normalizeEmail, normalizePhone, normalizeUsername } from '~/domain/accounts/rules'

test.each([
  ['9876543210', '+919876543210'],
  ['+91 98765 43210', '+919876543210'],
  ['91-98765-43210', '+919876543210'],
  ['09876543210', '+919876543210'],
  ['5876543210', null],
  ['987654321', null],
  ['98765432101', null],
  ['+1 9876543210', null],
  ['98765abcde', null],
  ['९८७६५४३२१०', '+919876543210'],
  ['', null],
])('the mobile number %s is stored as %s', (typed, stored) => {
  expect(normalizePhone(typed)).toBe(stored)
})

test.each([
  ['  Asha@Example.IN ', 'asha@example.in'],
  ['asha+deals@mail.example.in', 'asha+deals@mail.example.in'],
  ['asha', null],
  ['asha@example', null],
  ['a sha@example.in', null],
  ['asha@@example.in', null],
  ['asha@example.', null],
  ['asha\u001b[2a@example.in', null],
  ['asha@exa\u202emple.in', null],
  [`${'a'.repeat(250)}@example.in`, null],
])('the e-mail %s is stored as %s', (typed, stored) => {
  expect(normalizeEmail(typed)).toBe(stored)
})

test.each([
  ['  Asha   Rao ', 'Asha Rao'],
  ['आशा', 'आशा'],
  ['A', null],
  ['😀', null],
  ['ab', 'ab'],
  ['x'.repeat(80), 'x'.repeat(80)],
  ['x'.repeat(81), null],
  ['Asha\u202egnp', null],
  ['\u3164\u3164', null],
  ['\u115f\u1160', null],
  ['\u2800\u2800', null],
  ['As\u200bha', null],
  ['As\u200dha', null],
  ['Asha\u00ad', null],
  ['Asha\ufe0f', null],
  ['क\u200d\u200dष', null],
  ['र\u094d\u200dयाश', 'र\u094d\u200dयाश'],
  ['മോഹന്\u200d', 'മോഹന്\u200d'],
  ['12', null],
  ['Nguyễn Thị', 'Nguyễn Thị'],
  ['लक्ष्मी', 'लक्ष्मी'],
  [`E${'\u0301'.repeat(60)}va`, null],
])('the name %s is stored as %s', (typed, stored) => {
  expect(normalizeUsername(typed)).toBe(stored)
})

test('a masked number shows its last three digits', () => {
  expect(maskPhone('+919876543210')).toBe('+91 ••••• ••210')
})
