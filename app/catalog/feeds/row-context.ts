import type { CategoryKeys } from './category.server'
import type { FeedPayout } from './payout'

export interface RowContext {
  categories: CategoryKeys
  payout: FeedPayout | null
  awinPublisherId: string | undefined
  /** Null: not a JSON list of texts. */
  unknownCategory: (name: string | null) => void
}
