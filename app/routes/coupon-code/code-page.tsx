import { useSearchParams } from '@remix-run/react'
import { fill } from '~/messages/message'
import { catalogMessages } from '~/messages/catalog'
import { storePageMessages } from '~/messages/store-page'
import { CopyField } from '~/components/ui/copy-field'
import { GoBack } from '~/components/ui/go-back'
import { Icon } from '~/components/ui/icon'
import { chooseColour } from '~/platform/formats/initials'
import { getUncontrolledProps } from '~/components/ui/uncontrolled'
import { PayoutBadge, Verified } from '~/components/cards/badges'
import { EndedNotice } from '~/components/offer/ended-notice'
import type { OfferDetail } from '~/domain/catalog/offer-page.server'
import { detailTexts } from '~/components/offer/detail-texts'
import { Worked } from '~/components/offer/feedback-question'
import { CreditNote, GetDeal, JoinLinks, type VisitSummary } from '~/components/offer/get-deal'
import { KeepsNote } from '~/components/offer/keeps-note'
import { useMayClick } from '~/components/offer/may-click'
import { useRevealCode } from '~/components/offer/revealed-codes'
import { getLang } from '~/domain/catalog/language'
import { offersPath, outPath } from '~/domain/catalog/links'
import { FramedLogo } from '~/components/cards/framed-logo'
import { Share, SHARE_TEXTS } from '~/components/cards/share'
import './open-store.element'
import './code-page.css'
import '~/components/ui/tint.css'

const SHARE = { ...SHARE_TEXTS, whatsApp: 'Share' }
const t = detailTexts('en')

interface CodePageProps {
  offer: OfferDetail
  visit: VisitSummary | null
}

export function CodePage({ offer, visit }: CodePageProps) {
  return (
    <main id="main" className="page page-narrow">
      <article className="panel stack code-page">
        <div className={`code-page-head tinted tint-${chooseColour(offer.store)}`}>
          <FramedLogo logo={offer.logo} name={offer.store} big />
        </div>
        <p className="meta-line">
          {offer.store} {offer.verified && <Verified />}
        </p>
        <h1 className="text-xl" lang={getLang(offer.locale)}>
          {offer.title}
        </h1>
        {offer.endedOn ? (
          <EndedNotice
            text={fill(catalogMessages.catalog.offerEnded, { date: offer.endedOn })}
            offer={offer}
            t={t}
          />
        ) : (
          <Live key={offer.id} offer={offer} visit={visit} />
        )}
        <div className="buttons">
          <GoBack to={offersPath(offer.storeCode)} />{' '}
          <Share title={offer.title} href={offer.href} icon="share" t={SHARE} />
        </div>
      </article>
    </main>
  )
}

function Live({ offer, visit }: CodePageProps) {
  const mayClick = useMayClick(offer)
  const isWarned = !mayClick && offer.credit === 'cashback'
  const isHeld = useSearchParams()[0].has('dialog')
  useRevealCode(offer)
  return (
    <>
      <PayoutBadge payout={offer.payout} credit={offer.credit} />
      <CreditNote offer={offer} t={t} />
      <div className="ticket">
        {offer.code ? (
          <>
            <KeepsNote offer={offer} t={t} />
            <CopyField label="Coupon code" text={offer.code} />
            <Worked offer={offer} t={t} />
          </>
        ) : (
          <p className="code-page-activated">{catalogMessages.catalog.offerActivated}</p>
        )}
      </div>
      {!mayClick &&
        (isWarned ? (
          <div className="notice notice-warning">
            <Icon name="alert" />
            <div className="stack">
              <p>{storePageMessages.click.withoutSession}</p>
              <JoinLinks t={t} isFirst />
            </div>
          </div>
        ) : (
          <JoinLinks t={t} />
        ))}
      <GetDeal offer={offer} t={t} visit={visit} isSecond={isWarned} />
      <p>
        <open-store held={isHeld ? '' : undefined}>
          <a
            href={mayClick ? outPath(offer.id) : offer.url}
            target="_blank"
            rel="noopener nofollow sponsored"
            className="link link-alone"
          >
            Visit {offer.store}
          </a>{' '}
          {/* Only scripts open the tab; always rendered, against a layout shift. */}
          <span
            className="muted text-small code-page-hint"
            data-text="It opens by itself in a new tab."
            {...getUncontrolledProps('')}
          />
        </open-store>
      </p>
    </>
  )
}
