import { findEncoding, isSource, readSourceName } from '~/domain/catalog/feeds'
import type { RowRefusal } from '~/domain/catalog/feeds.server'
import type { SetRate } from '~/domain/catalog/rates'
import { env } from '~/platform/config/env.server'
import { BadFile } from '~/platform/formats/text-file'
import { defineJob } from '../define'
import { makeField, type InputField } from '../field'
import * as field from '../fields'
import type { ApprovalState } from '../operation'
import { RefusalError } from '../refusal'
import { needs } from '../relations'
import { describeImport, explainUnlisted } from './import-report'

const category = makeField(
  'text',
  'a category of the feed and the one of ours that it means; may be given several times',
  'It must be a name of the feed and one of ours, such as Finance=Services.',
  (typed): [string, string] | undefined => {
    const [, name, target] = /^(.+)=([^=]+)$/s.exec(typed)?.map((part) => part.trim()) ?? []
    return name && target ? [name, target] : undefined
  },
  { placeholder: 'name=ours' },
)

const source = makeField(
  'text',
  'whose rows these are (default: the file’s name without its ending)',
  'It must have up to 60 letters, digits, dots and dashes.',
  (typed) => (isSource(typed) ? typed : undefined),
  { placeholder: 'name' },
)

const payout = field.payout(
  'for every row, whatever it says itself: 5% or 250; this asks first',
) as InputField<SetRate>

export const importFeed = defineJob({
  name: 'catalogue import',
  title: 'Import a feed',
  summary: 'import a feed into the catalogue; idempotent',
  role: 'catalogue',
  confirm: ({ payout }) => (payout === undefined ? 'none' : 'money'),
  needsSecondPerson: ({ payout }) => payout !== undefined,
  continues: 'again',
  input: {
    file: field.file('a .json or .csv file', { place: 'argument' }),
    source: source.optional(),
    format: field.choice('whose feed it is (default: as its rows show)', ['awin', 'dealdwaar']).optional(),
    payout: payout.optional(),
    category: field.several(category).optional(),
    clear: field.yes('empty what is empty in the file; what the file does not name stays in any case'),
    replace: field.yes('end the offers of this source that the feed no longer lists'),
    evenSo: field.yes('allow that replacing ends any number of offers'),
    csv: field.yes('read the file as CSV regardless of its name'),
  },
  relations: [needs('evenSo', 'replace')],
  help: `A known offer keeps what the file does not name: a column or field that is absent, and an empty one, unless you name it as a field to clear. The preview
lists what would be emptied, and network ids that change; the log keeps the values before and after.

Rows that cannot be used are refused with their line and the reason, and the rest goes in. It ends with 1 only when the
file is damaged or nothing of it could be used. docs/feeds.md describes the fields.

Where replacing would end more than 20 percent of the source's live offers, or a refused row says no id, nothing is done
unless any number is allowed. A damaged or empty feed ends nothing. A refused row counts as listed. An offer that a later feed lists
again is live again.

A payout sets the rate of a whole feed: it shows what would change, and asks. A feed's rates
that change, and those at which cashback plus referral exceeds the commission, are listed. The rate of one store is set
with the rates.`,
  examples: [
    'catalogue import offers.csv',
    'catalogue import awin-2026-11.json --source awin --payout 5% --yes',
    'catalogue import offers.json --category Finance=Services --category "Home Decor=Home-Improvement"',
    'catalogue import offers.json --replace --dry-run',
    'catalogue import corrections.csv --source offers --clear --dry-run',
  ],
  async run(
    { file, category = [], payout, clear, replace, evenSo, csv, ...options },
    { apply, progress, askSecondPerson },
  ) {
    const source = options.source ?? readSourceName(file.name)
    if (source === null)
      throw new RefusalError('The file’s name does not say whose rows these are.', 'source')
    const encoding = csv ? 'csv' : findEncoding(file.name)
    if (encoding === null)
      throw new RefusalError('Is it JSON or CSV? Name the file .json or .csv, or say that it is CSV.', [
        'file',
        'csv',
      ])
    const { importCatalogue, UnknownCategory } = await import('~/domain/catalog/feeds.server')
    const refusals: RowRefusal[] = []
    const result = await importCatalogue(file.open(), {
      source,
      encoding,
      format: options.format,
      payout: payout && { payout_hundredths: String(payout.hundredths), payout_model: payout.model },
      categories: new Map(category),
      trust: payout && 'rates',
      clears: clear,
      dryRun: !apply,
      replace: replace ? { anyShare: evenSo } : undefined,
      onUnended: (unlisted) => {
        if (apply)
          throw unlisted.problem === 'unusable'
            ? new RefusalError(`${explainUnlisted(unlisted)} Nothing was done.`)
            : new RefusalError(
                `${explainUnlisted(unlisted)} Nothing was done: look at the preview, and allow any number to end them anyway.`,
                'evenSo',
              )
      },
      awinPublisherId: env().AWIN_PUBLISHER_ID,
      onProgress: (rows) => progress(file.done(), `${rows} rows`),
      onRefused: (refusal) => refusals.push(refusal),
    }).catch((error: unknown) => {
      if (error instanceof BadFile) throw new RefusalError(error.message, 'file')
      throw error instanceof UnknownCategory ? new RefusalError(error.message, 'category') : error
    })
    const approvals = new Map<number, ApprovalState | null>()
    for (const id of result.held.imports) {
      const effect = `Lets in the offers that wait of import ${id} of ${source}`
      approvals.set(id, await askSecondPerson('catalogue accept', { import: String(id) }, effect))
    }
    return describeImport(result, { source, refusals, apply, approvals })
  },
})
