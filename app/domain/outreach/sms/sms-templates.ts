import type { Env } from '~/platform/config/env.server'

const TEMPLATES = {
  SMS_TEMPLATE_PAID: ['withdrawal:paid'],
  SMS_TEMPLATE_NEW_DESTINATION: [
    'payout-details:bank:added',
    'payout-details:bank:changed',
    'payout-details:upi:added',
    'payout-details:upi:changed',
  ],
  SMS_TEMPLATE_NUMBER_CHANGED: ['number-change:begun', 'number-change:done'],
} as const

type TemplateName = keyof typeof TEMPLATES

export function readTemplates(env: Pick<Env, TemplateName>): ReadonlyMap<string, string> {
  const names = Object.keys(TEMPLATES) as TemplateName[]
  return new Map(
    names.flatMap((name) => {
      const id = env[name]
      return id ? TEMPLATES[name].map((kind) => [kind, id] as const) : []
    }),
  )
}

const MOST_CHARACTERS = 30

/** Replaces • and ₹, which would make an SMS three times as expensive. Null: a value may be an account number. */
export function readValues(values: readonly string[]): string[] | null {
  const read = values.map((value) => value.replace(/•+/g, 'XX').replace(/₹/g, 'Rs. '))
  if (read.some((value) => !/^[\x20-\x7e]*$/.test(value) || /\d(?:[ -]?\d){5}/.test(value))) return null
  return read.map((value) => value.slice(0, MOST_CHARACTERS))
}
