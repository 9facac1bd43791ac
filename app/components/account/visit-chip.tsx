import { Icon } from '~/components/ui/icon'
import type { IconName } from '~/components/ui/icon-paths'
import { STATE_WORDS, type VisitState } from '~/domain/tracking/visit-states'
import './visit-chip.css'

export const STATE_ICONS = {
  visited: 'store',
  tracked: 'history',
  confirmed: 'check',
  withdrawable: 'wallet',
  declined: 'close',
} as const satisfies Record<VisitState, IconName>

/** `words` instead of the state's own. */
export const VisitChip = ({ state, words = STATE_WORDS[state] }: { state: VisitState; words?: string }) => (
  <span className={`visit-chip visit-chip-${state}`}>
    <Icon name={STATE_ICONS[state]} /> {words}
  </span>
)
