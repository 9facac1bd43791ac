import type { User } from '~/domain/accounts/users.server'
import { getOfferState } from '~/domain/catalog/offers'
import type { OfferRow } from '~/domain/catalog/offers.server'
import type { FoundStore } from '~/domain/catalog/stores.server'
import type { Conversion } from '~/domain/tracking/conversions'
import type { InboxRow } from '~/domain/tracking/inbox-row.server'
import { getPostbackState } from '~/domain/tracking/postbacks.server'
import type { ListedClaim } from '~/domain/tracking/read-claims.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import type { Visit } from '~/domain/tracking/visits.server'
import type { Withdrawal } from '~/domain/wallet/withdrawals'
import { formatPayout } from '~/platform/formats/money'
import { describeColumns, describeRows, type Column, type Table } from '../columns'
import { see } from '../operation'
import { MEMBER_COLUMNS } from '../user-look'
import { WITHDRAWAL_COLUMNS } from '../withdrawal-columns'
import type { FoundPage, FoundSetting } from './pages'

export interface FoundRecords {
  members: readonly User[]
  claims: readonly ListedClaim[]
  visits: readonly Visit[]
  sales: readonly Conversion[]
  withdrawals: readonly Withdrawal[]
  reports: readonly InboxRow[]
  stores: readonly FoundStore[]
  offers: readonly OfferRow[]
  settings: readonly FoundSetting[]
  pages: readonly FoundPage[]
}

/** The first column leads to the record. */
const leadTo = <Row>(columns: readonly Column<Row>[], next: NonNullable<Column<Row>['next']>) =>
  columns.map((column, i) => (i === 0 ? { ...column, next } : column))

const members = leadTo(MEMBER_COLUMNS, ({ id }) => see('users show', { user: id }))

const claim = describeColumns<ListedClaim>()
const claims = [
  claim.id('id', { title: 'claim', next: ({ id }) => see('claims show', { id }) }),
  ...claim.own('kind', 'state'),
  claim.member('user_id', { title: 'member' }),
  claim.name('username', { title: 'name', width: 24 }),
  claim.store('store', { width: 24 }),
  claim.text('visit'),
  claim.text('order_number', { title: 'order' }),
  claim.time('answer_by', { title: 'promised by' }),
]

const visit = describeColumns<Visit>()
const formatVisit = ({ click }: Visit) => formatVisitNumber(click.seq)
const visits = [
  visit.text('visit', formatVisit, { next: (row) => see('visits list', { visit: formatVisit(row) }) }),
  visit.time('clicked_at', ({ click }) => click.created_at, { title: 'clicked' }),
  visit.member('user_id', ({ userId }) => userId, { title: 'member' }),
  visit.store('store', { width: 24 }),
  visit.text('offer', { width: 40 }),
  visit.count('sales', ({ sales: ofVisit }) => ofVisit.length),
]

const saleColumn = describeColumns<Conversion>()
const sales = [
  saleColumn.sale('id', { title: 'sale', next: ({ id }) => see('conversions show', { id }) }),
  ...saleColumn.own('status', 'user_id', 'network'),
  saleColumn.text('external_id', { width: 32 }),
  saleColumn.text('order_number', { title: 'order', width: 32 }),
  saleColumn.text('click_id', { title: 'click' }),
  saleColumn.money('sale', { title: 'amount' }),
  saleColumn.money('cashback', ({ granted_paise, pending_paise }) => granted_paise + pending_paise),
  saleColumn.time('created_at', { title: 'reported' }),
]

const withdrawals = leadTo(WITHDRAWAL_COLUMNS, ({ id }) => see('withdrawals show', { id }))

const report = describeColumns<InboxRow>()
const reports = [
  report.id('id', { title: 'report', next: ({ id }) => see('postbacks show', { id }) }),
  ...report.own('network'),
  report.state('state', getPostbackState),
  ...report.own('reason', 'external_id'),
  report.sale('conversion_id', { title: 'sale' }),
  report.time('received_at', { title: 'came' }),
]

const store = describeColumns<FoundStore>()
const stores = [
  store.store('store', ({ name }) => name, {
    next: ({ coupon_code }) => see('stores show', { store: coupon_code }),
  }),
  store.text('coupon_code', { title: 'address' }),
  store.count('live_count', { title: 'live offers' }),
]

const offer = describeColumns<OfferRow>()
const offers = [
  offer.offer('id', { title: 'offer', next: ({ slug }) => see('catalogue show', { offer: slug }) }),
  offer.state('state', (row) => getOfferState(row)),
  offer.store('brand', { title: 'store', width: 20 }),
  offer.text('title', { width: 44 }),
  offer.rate('payout', formatPayout),
]

const setting = describeColumns<FoundSetting>()
const settings = [
  setting.text('name', { title: 'setting', next: ({ name }) => see('settings show', { name }) }),
  setting.text('about', { width: 80 }),
]

const page = describeColumns<FoundPage>()
const pages = [
  page.text('title', { title: 'page', next: ({ name }) => see(name) }),
  page.text('summary', { title: 'what it is', width: 80 }),
  page.text('name', { title: 'command', isCommand: true }),
]

/** One table for each kind of which something was found; in CSV and JSON all of them. */
export const describeFound = (found: FoundRecords): Table[] => [
  describeRows('members', members, found.members, { title: 'Members' }),
  describeRows('claims', claims, found.claims, { title: 'Claims' }),
  describeRows('visits', visits, found.visits, { title: 'Visits' }),
  describeRows('sales', sales, found.sales, { title: 'Sales' }),
  describeRows('withdrawals', withdrawals, found.withdrawals, { title: 'Withdrawals' }),
  describeRows('reports', reports, found.reports, { title: 'Reports' }),
  describeRows('stores', stores, found.stores, { title: 'Stores' }),
  describeRows('offers', offers, found.offers, { title: 'Offers' }),
  describeRows('settings', settings, found.settings, { title: 'Settings' }),
  describeRows('pages', pages, found.pages, { title: 'Pages and forms' }),
]
