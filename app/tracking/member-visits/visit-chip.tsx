import { Icon } from '~/components/ui/icon'
import type { IconName } from '~/components/ui/icon-paths'
import { STATE_WORDS, type VisitState } from './states'
import './visit-chip.css'

export const STATE_ICONS = {
  visited: 'store',
  tracked: 'history',
  confirmed: 'check',
  withdrawable: 'wallet',
  declined: 'close',
} as const satisfies Record<VisitState, IconName>

export const VisitChip = ({ state }: { state: VisitState }) => (
  <span className={`visit-chip visit-chip-${state}`}>
    <Icon name={STATE_ICONS[state]} /> {STATE_WORDS[state]}
  </span>
)
