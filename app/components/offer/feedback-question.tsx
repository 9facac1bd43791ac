import { fill } from '~/messages/message'
import { storePageMessages } from '~/messages/store-page'
import { PostForm } from '~/components/ui/form'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import { Spaced } from '~/components/ui/spaced'
import type { DetailTexts } from './detail-texts'
import type { OfferDetail } from '~/domain/catalog/offer-page.server'
import './detail.css'

export function Worked({ offer, t }: { offer: OfferDetail; t: DetailTexts }) {
  const { worked: n, tried: m, lastWorked, failsOften } = offer.reliability
  if (!m) return null
  return (
    <p className="text-small">
      {failsOften && (
        <>
          <strong>{t.failsOften}.</strong>{' '}
        </>
      )}
      {lastWorked ? fill(t.worked, { n, m, date: t.date(lastWorked) }) : fill(t.workedNever, { m })}
    </p>
  )
}

export function Feedback({ offer, t }: { offer: OfferDetail; t: DetailTexts }) {
  const { yesCount, noCount, percentage, own } = offer.feedback
  const votes = [
    { vote: 'yes', label: t.yes, icon: 'thumb' },
    { vote: 'no', label: t.no, icon: 'thumbdown' },
  ] as const
  return (
    <section className="panel stack">
      <h2 className="panel-title">{t.didItWork}</h2>
      <PostForm form="feedback" action={offer.href} className="detail-feedback">
        <Spaced>
          {votes.map(({ vote, label, icon }) => (
            <button
              key={vote}
              type="submit"
              name="feedback"
              value={vote}
              className="button"
              aria-pressed={own ? own === vote : undefined}
            >
              <Icon name={icon} />
              {label}
            </button>
          ))}
        </Spaced>
        <p className="muted text-small">
          {yesCount + noCount ? fill(t.stats, { percentage, yesCount, noCount }) : t.noVotes}
        </p>
        <output lang="en">{own && storePageMessages.feedback.done}</output>
      </PostForm>
      {offer.nextCode && (
        <p>
          {fill(t.tryNext, { store: offer.store })}{' '}
          <Link to={offer.nextCode.href} className="link">
            {offer.nextCode.title}
          </Link>
        </p>
      )}
    </section>
  )
}
