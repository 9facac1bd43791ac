/** What operators say of one offer: whether its link can lead to a product, and whether its code keeps the cashback. */
import { setKeeps } from '~/domain/catalog/keeps-cashback.server'
import { setProductLinks } from '~/domain/catalog/offers.server'
import { listChanges } from '../changed'
import { defineChange } from '../define'
import * as field from '../fields'
import { requireOffer } from '../lookups.server'
import { see } from '../operation'

const offer = field.offer('the offer', { place: 'argument' })
const VALUE_OF_ANSWER = { yes: true, no: false, on: true, off: false, unknown: null } as const

export const productLinks = defineChange({
  name: 'catalogue product-links',
  title: 'Say whether an offer leads to products',
  summary: 'set whether this offer’s link can open the page of a product',
  role: 'catalogue',
  input: {
    offer,
    can: field.choice('unknown: as its network’s documentation says', ['on', 'off', 'unknown'], {
      place: 'argument',
      placeholder: 'answer',
    }),
  },
  async run({ offer, can }, _, tx) {
    const { id, title } = await requireOffer(offer, tx)
    const before = await setProductLinks(id, VALUE_OF_ANSWER[can], tx)
    return {
      effect: `Product links of ‘${title}’: ${can}`,
      notes: ['Where a link does not lead to a product, the page says that the store’s start page opens.'],
      record: see('catalogue show', { offer: id }),
      changed: listChanges(`offer ${id}`, { product_links: before }, { product_links: VALUE_OF_ANSWER[can] }),
    }
  },
})

export const keepsCashback = defineChange({
  name: 'catalogue keeps-cashback',
  title: 'Say whether a code keeps cashback',
  summary: 'say whether orders with an offer’s code keep their cashback; feeds do not replace it',
  role: 'catalogue',
  input: {
    offer,
    answer: field.choice('unknown: until a feed says it', ['yes', 'no', 'unknown'], {
      place: 'argument',
      placeholder: 'answer',
    }),
  },
  async run({ offer, answer }, _, tx) {
    const { id, title } = await requireOffer(offer, tx)
    const { before, after } = await setKeeps(id, VALUE_OF_ANSWER[answer], tx)
    return {
      effect: `Orders with the code of ‘${title}’ keep their cashback: ${answer}`,
      record: see('catalogue show', { offer: id }),
      changed: listChanges(`offer ${id}`, before, after),
    }
  },
})
