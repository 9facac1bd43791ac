import type { CategoryKeys } from './category.server'
import type { FeedPayout } from './payout'

export interface RowContext {
  categories: CategoryKeys
  payout: FeedPayout | null
  awinPublisherId: string | undefined
  /** Called for a row whose category is unknown; null: `categories` is not a JSON list of texts. */
  unknownCategory: (name: string | null) => void
}
