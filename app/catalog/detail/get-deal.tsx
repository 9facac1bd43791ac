import type { Credit } from '~/formats/money'
import { fill } from '~/messages'
import { useRoot } from '~/root-data'
import { Icon } from '~/ui/icon'
import { DialogLink } from '~/ui/link'
import { detailTexts, type DetailTexts } from './detail-texts'
import { outPath } from '../links'

interface GetDealProps {
  campaign: { id: number; guestClicks: boolean }
  t?: DetailTexts
  onClick?: () => void
}

export const useMayClick = (campaign: { guestClicks: boolean }) =>
  useRoot().user !== null || campaign.guestClicks

export const JoinLinks = ({ t = detailTexts('en') }: { t?: DetailTexts }) => (
  <p className="buttons">
    <DialogLink name="sign-in" className="button">
      {t.login}
    </DialogLink>{' '}
    <DialogLink name="sign-up" className="button">
      {t.signUp}
    </DialogLink>
  </p>
)

interface CreditNoteProps {
  campaign: { credit: Credit; cap: string | null }
  t?: DetailTexts
}

export function CreditNote({ campaign, t = detailTexts('en') }: CreditNoteProps) {
  const { credit, cap } = campaign
  if (credit === 'cashback') return cap && <p className="muted text-small">{fill(t.cap, { cap })}</p>
  return <p className="muted text-small">{credit === 'foreign' ? t.foreignCredited : t.nothingCredited}</p>
}

/** A plain link is not prefetched. A refusal opens in the same tab (docs/rules.md#6). */
export function GetDeal({ campaign, t = detailTexts('en'), onClick }: GetDealProps) {
  const mayClick = useMayClick(campaign)
  return (
    <>
      <a
        href={outPath(campaign.id)}
        target={mayClick ? '_blank' : undefined}
        rel="noopener nofollow sponsored"
        className="button button-primary button-wide"
        data-after-join={mayClick || undefined}
        onClick={onClick}
      >
        {t.getDeal}
        <Icon name="out" />
      </a>
      <p className="muted text-small">{t.disclosure}</p>
    </>
  )
}
