import { DECLINE_REASONS, type DeclineReason } from '~/platform/config/network'
import * as field from './fields'

export const NOT_SAID = 'not-said'

export const declineReason = field.choice('as the store or the network said it', [
  ...DECLINE_REASONS,
  NOT_SAID,
])

export const toReason = (word: DeclineReason | typeof NOT_SAID): DeclineReason | null =>
  word === NOT_SAID ? null : word
