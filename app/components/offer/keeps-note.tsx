import { fill } from '~/messages/message'
import { Warning } from '~/components/ui/notice'
import type { OfferDetail } from '~/domain/catalog/offer-page.server'
import type { DetailTexts } from './detail-texts'

interface KeepsNoteProps {
  offer: Pick<OfferDetail, 'keepsFact' | 'credit'>
  t: DetailTexts
}

/** Shown with a revealed code. An offer without cashback shows only the warning. */
export function KeepsNote({ offer: { keepsFact, credit }, t }: KeepsNoteProps) {
  if (keepsFact?.keeps !== 'no' && credit !== 'cashback') return null
  if (!keepsFact) return <p className="muted text-small">{t.keeps.unknown}</p>
  const { keeps, source, since } = keepsFact
  const text = fill(t.keeps.sentence, { text: t.keeps[keeps], source: t.keeps[source], day: t.date(since) })
  if (keeps === 'yes') return <p className="text-small">{text}</p>
  return <Warning text={`${text} ${t.keeps.warning}`} />
}
