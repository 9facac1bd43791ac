import { fill } from '~/messages/message'
import { NoticeActions } from '~/components/ui/notice'
import { offersPath } from '~/domain/catalog/links'
import type { DetailTexts } from './detail-texts'
import type { OfferDetail } from '~/domain/catalog/offer-page.server'

interface EndedNoticeProps {
  text: string
  offer: OfferDetail
  t: DetailTexts
}

export function EndedNotice({ text, offer, t }: EndedNoticeProps) {
  const label = fill(t.all, { store: offer.store })
  return (
    <div className="notice notice-warning">
      <div>
        <p>{text}</p>
        <NoticeActions actions={[{ label, href: offersPath(offer.storeCode) }]} />
      </div>
    </div>
  )
}
