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
import type { CampaignDetail } from '~/domain/catalog/offer-page.server'
import { detailTexts } from '~/components/offer/detail-texts'
import { Worked } from '~/components/offer/feedback-question'
import { CreditNote, GetDeal, JoinLinks, type VisitSummary } from '~/components/offer/get-deal'
import { KeepsNote } from '~/components/offer/keeps-note'
import { useMayClick } from '~/components/offer/may-click'
import { useRevealCode } from '~/components/offer/revealed-codes'
import { getLang } from '~/domain/catalog/language'
import { offersPath, outPath } from '~/domain/catalog/links'
import { Door } from '~/components/cards/door'
import { Share, SHARE_TEXTS } from '~/components/cards/share'
import './open-store.element'
import './code-page.css'
import '~/components/ui/tint.css'

const SHARE = { ...SHARE_TEXTS, whatsApp: 'Share' }
const t = detailTexts('en')

interface CodePageProps {
  campaign: CampaignDetail
  visit: VisitSummary | null
}

export function CodePage({ campaign, visit }: CodePageProps) {
  return (
    <main id="main" className="page page-narrow">
      <article className="panel stack code-page">
        <div className={`code-page-head tinted tint-${chooseColour(campaign.brand)}`}>
          <Door logo={campaign.logo} name={campaign.brand} big />
        </div>
        <p className="meta-line">
          {campaign.brand} {campaign.verified && <Verified />}
        </p>
        <h1 className="text-xl" lang={getLang(campaign.locale)}>
          {campaign.title}
        </h1>
        {campaign.endedOn ? (
          <EndedNotice
            text={fill(catalogMessages.catalog.offerEnded, { date: campaign.endedOn })}
            campaign={campaign}
            t={t}
          />
        ) : (
          <Live key={campaign.id} campaign={campaign} visit={visit} />
        )}
        <div className="buttons">
          <GoBack to={offersPath(campaign.brandCode)} />{' '}
          <Share title={campaign.title} href={campaign.href} icon="share" t={SHARE} />
        </div>
      </article>
    </main>
  )
}

function Live({ campaign, visit }: CodePageProps) {
  const mayClick = useMayClick(campaign)
  const isWarned = !mayClick && campaign.credit === 'cashback'
  const isHeld = useSearchParams()[0].has('dialog')
  useRevealCode(campaign)
  return (
    <>
      <PayoutBadge payout={campaign.payout} credit={campaign.credit} />
      <CreditNote campaign={campaign} t={t} />
      <div className="ticket">
        {campaign.code ? (
          <>
            <KeepsNote campaign={campaign} t={t} />
            <CopyField label="Coupon code" text={campaign.code} />
            <Worked campaign={campaign} t={t} />
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
      <GetDeal campaign={campaign} t={t} visit={visit} isSecond={isWarned} />
      <p>
        <open-store held={isHeld ? '' : undefined}>
          <a
            href={mayClick ? outPath(campaign.id) : campaign.url}
            target="_blank"
            rel="noopener nofollow sponsored"
            className="link link-alone"
          >
            Visit {campaign.brand}
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
