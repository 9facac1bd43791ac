/** `catalogue import`: one file, or what is piped in. */
import path from 'node:path'
import {
  importCatalogue,
  type Format,
  type ImportCounts,
  type ImportResult,
  type Refusal,
} from '~/catalog/feeds/import.server'
import { env } from '~/env.server'
import { openFile } from './files'
import { progressBar, say, sayJson, UsageError } from './terminal'

interface Options {
  source?: string
  format?: Format
  payout?: string
  csv?: boolean
  json?: boolean
}

/** The action of `catalogue import`. */
export async function importFeed(file: string, options: Options): Promise<void> {
  const source = options.source ?? sourceOf(file)
  const encoding = encodingOf(file, options)
  const feed = openFile(file)
  const refusals: Refusal[] = []
  const bar = progressBar()
  const { AWIN_PUBLISHER_ID } = env()
  let result: ImportResult
  try {
    result = await importCatalogue(feed.stream, {
      source,
      encoding,
      format: options.format,
      payout: options.payout,
      awinPublisherId: AWIN_PUBLISHER_ID,
      onProgress: (rows) => bar.show(feed.done(), `${rows} rows`),
      onRefused: (refusal) => refusals.push(refusal),
    })
  } finally {
    bar.end()
  }
  if (result.broken || !hasUsable(result.counts)) process.exitCode = 1
  if (options.json) return sayJson({ source, ...result, refusals })
  for (const { line, id, reason } of refusals)
    say`line ${line}${id === null ? '' : ` (id ${id})`} refused: ${reason}`
  if (result.broken) say`The file is damaged: ${result.broken}.`
  say`${wordsOf(result.counts)}`
}

const hasUsable = (counts: ImportCounts) =>
  counts.new + counts.changed + counts.unchanged > 0 || counts.refused === 0

const wordsOf = (counts: ImportCounts) =>
  (['new', 'changed', 'unchanged', 'ended', 'hidden', 'refused'] as const)
    .map((name) => `${name} ${counts[name]}`)
    .join(', ')

function sourceOf(file: string): string {
  if (file === '-') throw new UsageError('What is piped in needs a name: --source NAME')
  const name = path
    .basename(file, path.extname(file))
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 60)
  if (!/\w/.test(name)) throw new UsageError('This file’s name says nothing: --source NAME')
  return name
}

function encodingOf(file: string, { csv, json }: Options): 'json' | 'csv' {
  if (csv) return 'csv'
  const ending = path.extname(file).toLowerCase()
  if (ending === '.csv') return 'csv'
  if (ending === '.json' || file === '-' || json) return 'json'
  throw new UsageError('Is it JSON or CSV? Name the file .json or .csv, or say --csv')
}
