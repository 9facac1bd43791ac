import { Link } from '~/components/ui/link'
import { fill } from '~/messages/message'
import { paths } from '~/paths'
import { CopyLine } from '~/components/ui/copy-field'
import { Figure } from '~/components/ui/figure'
import { GoBack } from '~/components/ui/go-back'
import { Verified } from '~/components/cards/badges'
import type { OfferDetail } from '~/domain/catalog/offer-page.server'
import { detailTexts, type DetailTexts } from './detail-texts'
import { EndedNotice } from './ended-notice'
import { CreditNote, Example, GetDeal, JoinLinks, SignUpFor, type VisitSummary } from './get-deal'
import { KeepsNote } from './keeps-note'
import { useMayClick } from './may-click'
import { getLang } from '~/domain/catalog/language'
import { categoryPath, offersPath } from '~/domain/catalog/links'
import { Photo } from '~/components/cards/photo'
import { Share } from '~/components/cards/share'
import { StoreHead } from '~/components/cards/store-head'
import { Feedback, Worked } from './feedback-question'
import { RelatedCoupons } from '~/components/cards/related'
import { useRevealCode } from './revealed-codes'
import './detail.css'
import '~/components/ui/section.css'
import '~/components/ui/page-columns.css'
import '~/components/ui/prose.css'

interface OfferPageProps {
  offer: OfferDetail
  locale: string
  visit: VisitSummary | null
}

export function OfferPage({ offer, locale, visit }: OfferPageProps) {
  const t = detailTexts(locale)
  return (
    <main id="main" className="page" lang={locale === 'es' ? 'es' : undefined}>
      <div className="page-columns">
        <div className="stack">
          <Head offer={offer} t={t} visit={visit} />
          <DetailText title={t.about} html={offer.descriptionHtml} lang={offer.locale} />
          <DetailText title={t.terms} html={offer.termsHtml} lang={offer.locale} />
          {!offer.endedOn && <Feedback offer={offer} t={t} />}
          <div className="buttons">
            <GoBack to={offer.category ? categoryPath(offer.category) : paths.deals}>{t.goBack}</GoBack>{' '}
            <Share title={offer.title} href={offer.href} t={t.share} />
          </div>
        </div>
        <aside className="panel">
          <RelatedCoupons title={t.related} coupons={offer.related} />
          <p className="section-more">
            <Link to={offersPath(offer.storeCode)} className="link">
              {fill(t.all, { store: offer.store })}
            </Link>
          </p>
        </aside>
      </div>
    </main>
  )
}

interface Part {
  offer: OfferDetail
  t: DetailTexts
  visit: VisitSummary | null
}

function Head({ offer, t, visit }: Part) {
  return (
    <article className="panel stack">
      <StoreHead className="detail-store" logo={offer.logo} name={offer.store}>
        <p className="meta-line">
          <Link to={offersPath(offer.storeCode)} className="link">
            {offer.store}
          </Link>{' '}
          {offer.verified && <Verified label={t.verified} />}
        </p>
        <h1 lang={getLang(offer.locale)}>{offer.title}</h1>
      </StoreHead>
      {offer.offer && <p lang={getLang(offer.locale)}>{offer.offer}</p>}
      {offer.endedOn ? (
        <EndedNotice text={fill(t.ended, { date: t.date(offer.endedOn) })} offer={offer} t={t} />
      ) : (
        <Live offer={offer} t={t} visit={visit} />
      )}
    </article>
  )
}

function Live({ offer, t, visit }: Part) {
  const mayClick = useMayClick(offer)
  const canEarnAfterSignUp = !mayClick && offer.credit === 'cashback'
  // A phone's first window has the code and Get Deal, so only a warning comes before them.
  const warnsFirst = Boolean(offer.code) && offer.keepsFact?.keeps === 'no'
  useRevealCode(offer)
  return (
    <>
      <div className="detail-pay">
        <div className="stack">
          <p className="figure figure-big">
            <Figure text={offer.payout} />
            <span>{t.credit[offer.credit]}</span>
          </p>
          <CreditNote offer={{ ...offer, example: null }} t={t} />
          {offer.endsOn && (
            <p className="muted text-small">{fill(t.until, { date: t.date(offer.endsOn) })}</p>
          )}
        </div>
        <Photo src={offer.photo} width={160} alt={offer.photoAlt} />
      </div>
      <div className="ticket">
        {warnsFirst && <KeepsNote offer={offer} t={t} />}
        {offer.code && (
          <div className="ticket-top">
            <p className="muted text-small">{t.code}</p>
            <CopyLine label={t.code} text={offer.code} t={t.copyCode} />
          </div>
        )}
        <GetDeal
          offer={offer}
          t={t}
          visit={visit}
          isSecond={canEarnAfterSignUp}
          note={!mayClick && (canEarnAfterSignUp ? t.signInFirst : t.signInToOpen)}
        >
          {canEarnAfterSignUp && <SignUpFor payout={offer.payout} t={t} />}{' '}
          {!mayClick && <JoinLinks t={t} withoutSignUp={canEarnAfterSignUp} />}
          <Example example={offer.example} t={t} />
          {offer.code && !warnsFirst && <KeepsNote offer={offer} t={t} />}
          {offer.code && <Worked offer={offer} t={t} />}
        </GetDeal>
      </div>
    </>
  )
}

interface DetailTextProps {
  title: string
  html: string
  lang: string
}

function DetailText({ title, html, lang }: DetailTextProps) {
  if (!html) return null
  return (
    <section className="panel">
      <h2 className="panel-title">{title}</h2>
      <div className="prose" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  )
}
