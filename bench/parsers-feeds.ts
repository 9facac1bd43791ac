import { Readable } from 'node:stream'
import { cleanHtml, toPlainText, stripTags } from '~/catalog/feeds/clean-html.server'
import { readItems } from '~/catalog/feeds/read-items.server'
import { readRow, type Format } from '~/catalog/feeds/read-row.server'
import { type Rows } from './parsers-requests'

const CONTEXT = { categories: new Map(), payout: null, awinPublisherId: '1', unknownCategory: () => {} }
/** A valid row with `text` in the column `name`. */
const row = (format: Format, name: string, text: string) => {
  const url = 'https://shop.example/'
  const link = `https://www.awin1.com/x?awinaffid=1&ued=${encodeURIComponent(url)}`
  const whole = {
    id: '1',
    promotionId: '1',
    title: 'x',
    url,
    ...(format === 'awin' && { urlTracking: link }),
  }
  return readRow({ ...whole, [name]: text }, format, CONTEXT)
}
const FIELDS: [Format, string[]][] = [
  [
    'dealdwaar',
    [
      'id',
      'title',
      'description',
      'kpi',
      'url',
      'tracking_url',
      'logo_url',
      'code',
      'payout',
      'categories',
      'starts_at',
      'guest_clicks',
    ],
  ],
  ['awin', ['promotionId', 'title', 'description', 'terms', 'url', 'urlTracking', 'endDate']],
]
export const feeds: Rows = [
  ['HTML', cleanHtml],
  ['HTML with a tag', (text) => cleanHtml(`<p>${text}`)],
  ['plain text', toPlainText],
  ['text of clean HTML', (text) => stripTags(cleanHtml(text))],
  ...FIELDS.flatMap(([format, names]) =>
    names.map((name): [string, (text: string) => unknown] => [
      `${format} ${name}`,
      (text) => row(format, name, text),
    ]),
  ),
]

export async function readAll(text: string, encoding: 'json' | 'csv') {
  const rows = []
  for await (const item of readItems(Readable.from([Buffer.from(text)]), encoding, () => {})) rows.push(item)
  return rows
}

export const files: Rows = [
  ['JSON', (text) => readAll(`[${text}`, 'json')],
  ['JSON with an envelope', (text) => readAll(`{"a":${text}`, 'json')],
]
