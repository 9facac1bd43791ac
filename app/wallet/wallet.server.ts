import { db } from '~/db/client.server'
import { readBalances, type Balances } from './ledger/ledger.server'

export const readWallet = (userId: number): Promise<Balances> => readBalances(db, userId)
