import { upperFirst } from '~/platform/formats/upper-first'

/** 'osAccount' is 'OS account', 'despiteDebt' is 'Despite debt'. */
export const formatLabel = (field: string): string =>
  KNOWN[field] ?? upperFirst(field.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`))

/** 'utr or reason' is 'UTR or reason', 'tracksIn' is 'Tracks in'. */
export const formatTitle = (title: string): string =>
  /^[a-z]+[A-Z]/.test(title) || title in KNOWN ? formatLabel(title) : title.replaceAll(/\butr\b/g, 'UTR')

const KNOWN: Record<string, string> = {
  id: 'Number',
  ids: 'Numbers',
  utr: 'UTR',
  tds: 'TDS',
  gst: 'GST',
  csv: 'CSV',
  email: 'E-mail',
  osAccount: 'OS account',
  user: 'Member',
  do: 'Do',
  dont: 'Do not',
  cardText: 'Text on the card',
  page: 'Page at the store',
  pageTitle: 'Title of the page',
  draft: 'Draft',
}

/** The name of what a field had when its form was opened: `was.from`. */
export const formatFormerName = (field: string): string => `was.${field}`

/** The name of a field in a form that is posted, whose own fields have names, too: `from`. */
export const formatFormName = (field: string): string => `input.${field}`

/** The name of the checkbox that takes a kept file out: `without.input.photoFile`. */
export const formatWithoutName = (formName: string): string => `without.${formName}`
