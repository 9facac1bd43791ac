import {
  forgetVariants,
  countSources,
  IMAGE_STATES,
  isStored,
  makeDue,
  purgeSource,
  removeUnused,
} from '~/domain/catalog/images.server'
import { isStoredImage } from '~/domain/catalog/images'
import { env } from '~/platform/config/env.server'
import { formatCount } from '~/platform/formats/count'
import { defineJob } from '../define'
import * as field from '../fields'
import { RefusalError } from '../refusal'
import { excludes, atLeastOne } from '../relations'
import { see } from '../operation'

export const filter = {
  state: field.choice('those in one state', IMAGE_STATES).optional(),
  host: field.text('only images of one host', { placeholder: 'host' }).optional(),
}

const address = field.text('the https address of one image', { most: 2000, place: 'argument' })

const ANY = 'the https address of one image, or /img/ and the rest of an uploaded one'

const refuseUnknown = (address: string) =>
  new RefusalError(`No feed has named ${address}.`, 'address', { next: [see('images list')] })

export const refetch = defineJob({
  name: 'images refetch',
  title: 'Fetch images',
  summary: 'have images fetched soon, also those that were purged or are up to date',
  role: 'catalogue',
  input: { address: address.optional(), ...filter },
  relations: [excludes('address', 'state', 'host'), atLeastOne('address', 'state', 'host')],
  async run({ address, ...filter }, { apply }) {
    if (!env().IMAGE_HOSTS.length)
      throw new RefusalError('IMAGE_HOSTS names no host: nothing is fetched.', undefined, {
        next: [see('images hosts')],
      })
    const due = await (apply ? makeDue : countSources)({ url: address, ...filter })
    if (address !== undefined && !due) throw refuseUnknown(address)
    return {
      effect: `Makes ${formatCount(due, 'image')} due`,
      notes: ['The server fetches what is due in the background.'],
      next: [see('images list')],
    }
  },
})

export const purge = defineJob({
  name: 'images purge',
  title: 'Remove an image',
  summary: 'remove an image for good: it is fetched no more',
  role: 'catalogue',
  confirm: 'ask',
  input: { address: field.text(ANY, { most: 2000, place: 'argument' }) },
  async run({ address }, { apply }) {
    const isHere = async () => (await isStored(address)) || (await countSources({ url: address })) > 0
    const isKnown = apply ? await purgeSource(address) : await isHere()
    if (!isKnown) throw refuseUnknown(address)
    if (isStoredImage(address))
      return {
        effect: `Removes the picture ${address} for good`,
        notes: [
          'Stores that have it show their initials, offers no photo. Browsers and CDNs may keep copies for a year.',
        ],
      }
    return {
      effect: `Removes the image ${address}, and fetches it no more`,
      notes: ['Its stores show their initials. Browsers and CDNs may keep copies for a year.'],
      next: [{ operation: 'images refetch', input: { address } }],
    }
  },
})

export const purgeUnused = defineJob({
  name: 'images purge-unused',
  title: 'Remove unused images',
  summary: 'remove images that no store and offer has any more; the server does it once a day',
  role: 'catalogue',
  async run(_, { apply }) {
    if (!apply) return { effect: 'Removes the images that no store and offer has any more' }
    const { sources, hashes } = await removeUnused()
    for (const hash of hashes) await forgetVariants(hash)
    return {
      effect: `Removes ${formatCount(sources, 'address', 'addresses')} and ${formatCount(hashes.length, 'image')}`,
    }
  },
})
