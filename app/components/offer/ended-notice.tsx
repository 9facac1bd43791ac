import { fill } from '~/messages/message'
import { NoticeActions } from '~/components/ui/notice'
import { offersPath } from '~/domain/catalog/links'
import type { DetailTexts } from './detail-texts'
import type { CampaignDetail } from '~/domain/catalog/offer-page.server'

interface EndedNoticeProps {
  text: string
  campaign: CampaignDetail
  t: DetailTexts
}

export function EndedNotice({ text, campaign, t }: EndedNoticeProps) {
  const label = fill(t.all, { brand: campaign.brand })
  return (
    <div className="notice notice-warning">
      <div>
        <p>{text}</p>
        <NoticeActions actions={[{ label, href: offersPath(campaign.brandCode) }]} />
      </div>
    </div>
  )
}
