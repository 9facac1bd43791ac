import { listUsersById, type User } from '~/domain/accounts/users.server'
import { explainSignal } from '~/domain/signals/meanings'
import { listRing, listSignalsAbout, type Signal } from '~/domain/signals/review.server'
import { listBlocked } from '~/domain/signals/signals.server'
import { listWallets, type Wallet } from '~/domain/wallet/ledger.server'
import { listWithdrawals } from '~/domain/wallet/list-withdrawals.server'
import { describeColumns, describeRows, type Table } from '../columns'
import { see } from '../operation'
import { WITHDRAWAL_COLUMNS } from '../withdrawal-columns'
import { nameMembers } from './columns'

/** Accounts, signals and withdrawals that a page shows. */
const MOST = 50

type Account = User & Wallet & { isStopped: boolean; isNamed: boolean }

const account = describeColumns<Account>()
const ACCOUNT_COLUMNS = [
  account.member('id', { title: 'member' }),
  account.name('username', { title: 'name', width: 24 }),
  account.money('available', { title: 'wallet' }),
  account.money('pending'),
  account.money('on_its_way', ({ onItsWay }) => onItsWay, { title: 'on its way' }),
  account.money('debt', { title: 'owed to us', screen: ({ debt }) => debt || null }),
  account.time(
    'on_hold_until',
    ({ payout_hold_until: until }) => (until && until > new Date() ? until : null),
    {
      title: 'on hold until',
    },
  ),
  account.time('created_at', { title: 'joined' }),
  account.yes('is_stopped', ({ isStopped }) => isStopped, { title: 'stopped by a signal' }),
  account.yes('is_named', ({ isNamed }) => isNamed, { title: 'only named' }),
]

const tie = describeColumns<Signal>()
const TIE_COLUMNS = [
  tie.id('id', { title: 'signal', next: ({ id }) => see('signals show', { id }) }),
  tie.text('why', ({ kind }) => explainSignal(kind).says, { width: 60 }),
  tie.text('members', ({ members }) => nameMembers(members, 6)),
  tie.state('state', ({ upheld_at }) => (upheld_at ? 'upheld' : 'open')),
  tie.time('raised_at', { title: 'raised' }),
]

/**
 * All accounts that this signal and others tie together, with what they have and what is about to leave. Chosen at first is only what
 * a signal stops: whom it names, and what was decided, need a separate look.
 */
export async function describeRing(id: number): Promise<Table[]> {
  const { tied, named } = await listRing(id, MOST + 1)
  const ids = [...tied, ...named]
  const shown = ids.slice(0, MOST).toSorted((a, b) => a - b)
  const [users, wallets, blocked, ties, withdrawals] = await Promise.all([
    listUsersById(shown),
    listWallets(shown),
    listBlocked(shown),
    listSignalsAbout(tied, MOST, id),
    listWithdrawals({ userIds: shown }, { limit: 2 * MOST }),
  ])
  const byId = new Map(users.map((user) => [user.id, user]))
  const accounts = wallets.flatMap((wallet): Account[] => {
    const user = byId.get(wallet.userId)
    const isNamed = named.includes(wallet.userId)
    return user ? [{ ...user, ...wallet, isStopped: blocked.has(user.id), isNamed }] : []
  })
  const isChosen = (userId: number) => blocked.has(userId) && !named.includes(userId)
  const isOpenTie = (one: Signal) => one.upheld_at === null && (one.kind !== 'sign-up-burst' || one.id === id)
  const [requested, others] = [true, false].map((isRequested) =>
    withdrawals.filter(({ status }) => (status === 'requested') === isRequested),
  ) as [typeof withdrawals, typeof withdrawals]
  return [
    describeRows('ties', TIE_COLUMNS, ties, { title: 'What ties them', one: 'signal', isChosen: isOpenTie }),
    describeRows('accounts', ACCOUNT_COLUMNS, accounts, {
      title: 'Accounts',
      one: ids.length > MOST ? 'account, and more' : 'account',
      isChosen: (one) => isChosen(one.id),
    }),
    describeRows('requested', WITHDRAWAL_COLUMNS, requested, {
      title: 'Requested withdrawals',
      one: 'withdrawal',
      isChosen: ({ user_id }) => isChosen(user_id),
    }),
    describeRows('withdrawals', WITHDRAWAL_COLUMNS, others, {
      title: 'Earlier withdrawals',
      one: 'withdrawal',
    }),
  ]
}
