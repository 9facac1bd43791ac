import { expect, test } from 'vitest'
import { omitRepeatedOffer } from '~/domain/catalog/cards.server'

test.each([
  ['Sofas: Flat 20% off.', 'flat 20% off'],
  ['Festive diyas: buy 2, get 1', 'Buy 2, get 1'],
  ['Phones under Rs. 1,999', 'Under Rs. 1,999'],
  ['त्योहार पर 10% छूट', '10% छूट'],
])('an offer text that the title repeats is left out: ‘%s’, ‘%s’', (title, offer) => {
  expect(omitRepeatedOffer(title, offer)).toBeNull()
})

test.each([
  ['Sofas: 15% off', '5% off'],
  ['Sofas: 2.5% off', '5% off'],
  ['Laptops: 21,999 only', '1,999 only'],
  ['Officewear', 'Office'],
  ['Sofas: 20% off', 'Flat 20% off'],
  ['20% off sofas and beds', '20% off beds'],
])('an offer text that adds information is shown: ‘%s’, ‘%s’', (title, offer) => {
  expect(omitRepeatedOffer(title, offer)).toBe(offer)
})

test.each([null, '', '–'])('an offer text without a word is left out: %s', (offer) => {
  expect(omitRepeatedOffer('Sofas – 20% off', offer)).toBeNull()
})
