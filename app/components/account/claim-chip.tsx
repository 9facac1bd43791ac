import { Icon } from '~/components/ui/icon'
import type { IconName } from '~/components/ui/icon-paths'
import type { ClaimState } from '~/domain/tracking/claim'
import { CLAIM_STATE_WORDS } from '~/domain/tracking/claim-words'
import './visit-chip.css'

const ICONS = {
  received: 'history',
  sent: 'out',
  answered: 'chat',
  credited: 'check',
  declined: 'close',
} as const satisfies Record<ClaimState, IconName>

const LOOKS = {
  received: 'tracked',
  sent: 'tracked',
  answered: 'confirmed',
  credited: 'withdrawable',
  declined: 'declined',
} as const satisfies Record<ClaimState, string>

export const ClaimChip = ({ state }: { state: ClaimState }) => (
  <span className={`visit-chip visit-chip-${LOOKS[state]}`}>
    <Icon name={ICONS[state]} /> {CLAIM_STATE_WORDS[state]}
  </span>
)
