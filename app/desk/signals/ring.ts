import { findUserById, type User } from '~/domain/accounts/users.server'
import { explainSignal } from '~/domain/signals/meanings'
import { listRing, listSignalsAbout, type Signal } from '~/domain/signals/review.server'
import { listWithdrawals } from '~/domain/wallet/list-withdrawals.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { describeColumns, describeRows, type Table } from '../columns'
import { see } from '../operation'
import { WITHDRAWAL_COLUMNS } from '../withdrawal-columns'
import { nameMembers } from './columns'

/** Accounts, signals and withdrawals that a page shows. */
const MOST = 50

type Account = User & Awaited<ReturnType<typeof readWallet>> & { isAbout: boolean }

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
  account.yes('is_stopped', ({ isAbout }) => isAbout, { title: 'stopped by a signal' }),
]

const tie = describeColumns<Signal>()
const TIE_COLUMNS = [
  tie.id('id', { title: 'signal', next: ({ id }) => see('signals show', { id }) }),
  tie.text('why', ({ kind }) => explainSignal(kind).says, { width: 60 }),
  tie.text('members', ({ members }) => nameMembers(members, 6)),
  tie.state('state', ({ upheld_at }) => (upheld_at ? 'upheld' : 'open')),
  tie.time('raised_at', { title: 'raised' }),
]

/** All accounts that this signal and others tie together, with what they have and what is about to leave. */
export async function describeRing(id: number): Promise<Table[]> {
  const ids = await listRing(id, MOST + 1)
  const shown = ids.slice(0, MOST)
  const [users, wallets, ties, withdrawals] = await Promise.all([
    Promise.all(shown.map((userId) => findUserById(userId))),
    Promise.all(shown.map(readWallet)),
    listSignalsAbout(shown, MOST),
    listWithdrawals({ userIds: shown }, { limit: 2 * MOST }),
  ])
  const isStopped = (userId: number) =>
    ties.some(({ members }) => members.some((member) => member.id === userId && member.about))
  const accounts = shown.flatMap((userId, i): Account[] => {
    const user = users[i]
    return user ? [{ ...user, ...wallets[i]!, isAbout: isStopped(userId) }] : []
  })
  const [requested, others] = [true, false].map((isRequested) =>
    withdrawals.filter(({ status }) => (status === 'requested') === isRequested),
  ) as [typeof withdrawals, typeof withdrawals]
  return [
    describeRows('ties', TIE_COLUMNS, ties, { title: 'What ties them', one: 'signal' }),
    describeRows('accounts', ACCOUNT_COLUMNS, accounts, {
      title: 'Accounts',
      one: ids.length > MOST ? 'account, and more' : 'account',
    }),
    describeRows('requested', WITHDRAWAL_COLUMNS, requested, {
      title: 'Requested withdrawals',
      one: 'withdrawal',
    }),
    describeRows('withdrawals', WITHDRAWAL_COLUMNS, others, {
      title: 'Earlier withdrawals',
      one: 'withdrawal',
    }),
  ]
}
