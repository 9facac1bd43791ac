/** Fields of the desk for what home shows by hand, with their columns: small, because every look at the log reads them. */

export const TESTIMONIAL_FIELDS = {
  name: 'name',
  text: 'body',
  source: 'source',
  link: 'source_url',
  said: 'said_on',
  consentOn: 'consent_on',
  consentHow: 'consent_how',
  place: 'position',
} as const

export type TestimonialField = keyof typeof TESTIMONIAL_FIELDS

export const PIN_FIELDS = { place: 'position', firstDay: 'first_day', lastDay: 'last_day' } as const

export const TEXT_FIELDS = { question: 'question', text: 'body' } as const
