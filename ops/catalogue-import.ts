import path from 'node:path'
import { InvalidArgumentError } from 'commander'
import { UnknownCategory } from '~/catalog/feeds/category.server'
import {
  importCatalogue,
  type Format,
  type ImportResult,
  type RowRefusal,
} from '~/catalog/feeds/import.server'
import { env } from '~/config/env.server'
import { keepFile, openFile } from './files'
import { explainUnlisted, requireEnding, printImport } from './catalogue-import-text'
import { printHostsOfImages } from './images'
import { ratesToJson } from './rate-text'
import { progressBar, RefusedCommand, printJson, UsageError } from './terminal'

interface Options {
  source?: string
  format?: Format
  payout?: string
  category?: Map<string, string>
  replace?: boolean
  dryRun?: boolean
  yes?: boolean
  csv?: boolean
  json?: boolean
}

export async function importFeed(given: string, options: Options): Promise<void> {
  const source = options.source ?? findSource(given)
  const encoding = findEncoding(given, options)
  // With --replace the feed is read twice: for the check and for the import.
  const { file, forget } =
    options.replace && given === '-' ? await keepFile(given) : { file: given, forget() {} }
  const read = (dryRun: boolean) => readFeed(file, source, encoding, { ...options, dryRun })
  try {
    const previews = options.dryRun === true || needsYes(options)
    if (options.replace && !previews) {
      const { unlisted } = (await read(true)).result
      if (unlisted) requireEnding(unlisted)
    }
    const { result, refusals } = await read(previews)
    if (result.broken || !hasUsableItems(result)) process.exitCode = 1
    if (options.json)
      printJson({ source, dry_run: previews, ...result, rates: ratesToJson(result), refusals })
    else {
      printImport(result, refusals, { dryRun: previews })
      if (!previews && result.counts.new + result.counts.changed > 0) await printHostsOfImages()
    }
    if (needsYes(options))
      throw new RefusedCommand(
        `--payout ${options.payout} is the payout of every row. --yes takes the feed in so.`,
      )
    // The feed may have changed between the two passes.
    if (result.unlisted?.problem && !options.dryRun)
      throw new RefusedCommand(explainUnlisted(result.unlisted))
  } finally {
    forget()
  }
}

/** A rate for a whole feed needs confirmation. */
const needsYes = ({ payout, dryRun, yes }: Options) => payout !== undefined && !dryRun && !yes

async function readFeed(file: string, source: string, encoding: 'json' | 'csv', options: Options) {
  const feed = openFile(file)
  const refusals: RowRefusal[] = []
  const bar = progressBar()
  const { AWIN_PUBLISHER_ID } = env()
  let result: ImportResult
  try {
    result = await importCatalogue(feed.stream, {
      source,
      encoding,
      format: options.format,
      payout: options.payout,
      categories: options.category,
      dryRun: options.dryRun,
      replace: options.replace ? { anyShare: options.yes === true } : undefined,
      awinPublisherId: AWIN_PUBLISHER_ID,
      onProgress: (rows) => bar.show(feed.done(), `${rows} rows`),
      onRefused: (refusal) => refusals.push(refusal),
    })
  } catch (error) {
    throw error instanceof UnknownCategory ? new UsageError(`--category: ${error.message}`) : error
  } finally {
    bar.end()
  }
  return { result, refusals }
}

const hasUsableItems = ({ counts }: ImportResult) =>
  counts.new + counts.changed + counts.unchanged > 0 || counts.refused === 0

/** Parses 'Finance=Services' and adds it to the earlier pairs. */
export function readCategory(typed: string, before = new Map<string, string>()): Map<string, string> {
  const [, name, target] = /^(.+)=([^=]+)$/s.exec(typed) ?? []
  if (!name?.trim() || !target?.trim())
    throw new InvalidArgumentError('It must be a name of the feed and one of ours, such as Finance=Services.')
  return new Map([...before, [name.trim(), target.trim()]])
}

function findSource(file: string): string {
  if (file === '-') throw new UsageError('Standard input needs a name: --source NAME')
  const name = path
    .basename(file, path.extname(file))
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 60)
  if (!/\w/.test(name)) throw new UsageError('This file’s name says nothing: --source NAME')
  return name
}

function findEncoding(file: string, { csv, json }: Options): 'json' | 'csv' {
  if (csv) return 'csv'
  const ending = path.extname(file).toLowerCase()
  if (ending === '.csv') return 'csv'
  if (ending === '.json' || file === '-' || json) return 'json'
  throw new UsageError('Is it JSON or CSV? Name the file .json or .csv, or pass --csv')
}

export function readSource(text: string): string {
  if (!/^[\w.-]{1,60}$/.test(text))
    throw new InvalidArgumentError('It must have up to 60 letters, digits, dots and dashes.')
  return text
}
