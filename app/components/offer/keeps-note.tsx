import { fill } from '~/messages/message'
import { Icon } from '~/components/ui/icon'
import type { CampaignDetail } from '~/domain/catalog/offer-page.server'
import type { DetailTexts } from './detail-texts'

interface KeepsNoteProps {
  campaign: Pick<CampaignDetail, 'keepsFact' | 'credit'>
  t: DetailTexts
}

/** Above a code that is revealed: who copies it has read it. Without cashback only the warning says something. */
export function KeepsNote({ campaign: { keepsFact, credit }, t }: KeepsNoteProps) {
  if (keepsFact?.keeps !== 'no' && credit !== 'cashback') return null
  if (!keepsFact) return <p className="muted text-small">{t.keeps.unknown}</p>
  const { keeps, source, since } = keepsFact
  const text = fill(t.keeps.said, { text: t.keeps[keeps], source: t.keeps[source], day: t.date(since) })
  if (keeps === 'yes') return <p className="text-small">{text}</p>
  return (
    <div className="notice notice-warning">
      <Icon name="alert" />
      <p>{`${text} ${t.keeps.warning}`}</p>
    </div>
  )
}
