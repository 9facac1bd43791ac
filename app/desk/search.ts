import { listOffers } from '~/domain/catalog/offers.server'
import { searchStores } from '~/domain/catalog/stores.server'
import {
  MOST_FOUND,
  searchClaims,
  searchMembers,
  searchReports,
  searchSales,
  searchVisits,
  searchWithdrawals,
} from '~/domain/tracking/search.server'
import { readId } from '~/platform/formats/ids'
import type { Table } from './columns'
import { defineReport } from './define'
import { makeField } from './field'
import { listIf, see, type Next, type Topic } from './operation'
import { RefusalError } from './refusal'
import { mayDo, seesPeople, type Role } from './roles'
import { hasSearchedTooOften } from './search-limit.server'
import { describeFound, type FoundRecords } from './search/found'
import { KINDS, type Kind } from './search/kinds'
import { findPages, findSettings, type FoundPage } from './search/pages'
import { readWords, SHORTEST_WORD } from './search/words'

const search = defineReport({
  name: 'search',
  title: 'Search',
  summary: 'find records of any kind, settings and pages; each search is logged without the words',
  role: 'viewer',
  logsReading: true,
  uncovers: 'whole mobile numbers and e-mail addresses',
  input: {
    words: makeField(
      'text',
      'the start of a name or e-mail address, the end of a mobile number, a whole number or reference (order, visit, UTR, transaction, referral code), a record such as claim 7, or words of a store, an offer, a setting or a page',
      `It must have ${SHORTEST_WORD} characters or one digit at least, and 100 at most, such as asha, 00001, DV-7K2M9QX4 or claim 7.`,
      readWords,
      { place: 'argument', private: true },
    ),
  },
  async read({ words: { kind, text, isShort } }, { by, role }) {
    if (await hasSearchedTooOften(by))
      throw new RefusalError('More than 60 searches within a minute: wait a little.')
    const isWanted = (one: Kind) =>
      mayDo(role, KINDS[one].role) && (kind === null ? !isShort || KINDS[one].hasNumber : one === kind)
    const found = await readFound(text, role, isWanted, isShort)
    const tables = describeFound(found)
    const hits = Object.values(found).reduce((sum, rows) => sum + rows.length, 0)
    const isCut = Object.values(found).some((rows) => rows.length >= MOST_FOUND)
    return {
      tables,
      notes: [
        ...listIf(!hits, NOTHING),
        ...listIf(!hits && !seesPeople(role), 'Your role does not see members and their orders.'),
        ...listIf(isCut, `No more than ${MOST_FOUND} of a kind are shown: type more.`),
      ],
      next: hits === 1 ? findOnly(tables) : findNamedPage(found.pages, text),
    }
  },
})

const NOTHING =
  'Nothing matches. A number or reference must be whole, a mobile number may be its last four digits, and a name is searched from the start of each word.'

async function readFound(
  text: string,
  role: Role,
  isWanted: (kind: Kind) => boolean,
  isNumber: boolean,
): Promise<FoundRecords> {
  const read = <Row>(kind: Kind, rows: () => Promise<Row[]>) => (isWanted(kind) ? rows() : [])
  const [members, claims, visits, sales, withdrawals, reports, stores, offers, settings, pages] =
    await Promise.all([
      read('members', () => searchMembers(text)),
      read('claims', () => searchClaims(text)),
      read('visits', () => searchVisits(text)),
      read('sales', () => searchSales(text)),
      read('withdrawals', () => searchWithdrawals(text)),
      read('reports', () => searchReports(text)),
      read('stores', () => searchStores(text, MOST_FOUND)),
      read('offers', () =>
        listOffers(isNumber ? { ids: [readId(text) ?? 0] } : { search: text }, { limit: MOST_FOUND }),
      ),
      read('settings', async () => findSettings(text)),
      read('pages', () => findPages(text, role)),
    ])
  return { members, claims, visits, sales, withdrawals, reports, stores, offers, settings, pages }
}

/** Where the only row that was found leads. */
function findOnly(tables: readonly Table[]): Next[] {
  const [table] = tables.filter(({ rows }) => rows.length > 0)
  const next = table!.columns.find((column) => column.next)?.next?.(table!.rows[0]!)
  return next ? [next] : []
}

/** The one page whose title was typed whole; rather an operation than the topic of the same title. */
function findNamedPage(pages: readonly FoundPage[], text: string): Next[] {
  const named = pages.filter(({ title }) => title.toLowerCase() === text.toLowerCase())
  const operations = named.filter(({ name }) => name.includes(' '))
  const [only, ...more] = operations.length ? operations : named
  return only && !more.length ? [see(only.name)] : []
}

export const topic: Topic = { operations: [search] }
