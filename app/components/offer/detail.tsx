import { Link } from '~/components/ui/link'
import { fill } from '~/messages/message'
import { paths } from '~/paths'
import { CopyLine } from '~/components/ui/copy-field'
import { Figure } from '~/components/ui/figure'
import { GoBack } from '~/components/ui/go-back'
import { Verified } from '~/components/cards/badges'
import type { CampaignDetail } from '~/domain/catalog/offer-page.server'
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

interface CampaignPageProps {
  campaign: CampaignDetail
  locale: string
  visit: VisitSummary | null
}

export function CampaignPage({ campaign, locale, visit }: CampaignPageProps) {
  const t = detailTexts(locale)
  return (
    <main id="main" className="page" lang={locale === 'es' ? 'es' : undefined}>
      <div className="page-columns">
        <div className="stack">
          <Head campaign={campaign} t={t} visit={visit} />
          <Words title={t.about} html={campaign.descriptionHtml} lang={campaign.locale} />
          <Words title={t.terms} html={campaign.termsHtml} lang={campaign.locale} />
          {!campaign.endedOn && <Feedback campaign={campaign} t={t} />}
          <div className="buttons">
            <GoBack to={campaign.category ? categoryPath(campaign.category) : paths.deals}>{t.goBack}</GoBack>{' '}
            <Share title={campaign.title} href={campaign.href} t={t.share} />
          </div>
        </div>
        <aside className="panel">
          <RelatedCoupons title={t.related} coupons={campaign.related} />
          <p className="section-more">
            <Link to={offersPath(campaign.brandCode)} className="link">
              {fill(t.all, { brand: campaign.brand })}
            </Link>
          </p>
        </aside>
      </div>
    </main>
  )
}

interface Part {
  campaign: CampaignDetail
  t: DetailTexts
  visit: VisitSummary | null
}

function Head({ campaign, t, visit }: Part) {
  return (
    <article className="panel stack">
      <StoreHead className="detail-store" logo={campaign.logo} name={campaign.brand}>
        <p className="meta-line">
          <Link to={offersPath(campaign.brandCode)} className="link">
            {campaign.brand}
          </Link>{' '}
          {campaign.verified && <Verified label={t.verified} />}
        </p>
        <h1 lang={getLang(campaign.locale)}>{campaign.title}</h1>
      </StoreHead>
      {campaign.offer && <p lang={getLang(campaign.locale)}>{campaign.offer}</p>}
      {campaign.endedOn ? (
        <EndedNotice text={fill(t.ended, { date: t.date(campaign.endedOn) })} campaign={campaign} t={t} />
      ) : (
        <Live campaign={campaign} t={t} visit={visit} />
      )}
    </article>
  )
}

function Live({ campaign, t, visit }: Part) {
  const mayClick = useMayClick(campaign)
  const canEarnAfterSignUp = !mayClick && campaign.credit === 'cashback'
  // A phone's first window has the code and Get Deal, so only a warning comes before them.
  const warnsFirst = Boolean(campaign.code) && campaign.keepsFact?.keeps === 'no'
  useRevealCode(campaign)
  return (
    <>
      <div className="detail-pay">
        <div className="stack">
          <p className="figure figure-big">
            <Figure text={campaign.payout} />
            <span>{t.credit[campaign.credit]}</span>
          </p>
          <CreditNote campaign={{ ...campaign, example: null }} t={t} />
          {campaign.endsOn && (
            <p className="muted text-small">{fill(t.until, { date: t.date(campaign.endsOn) })}</p>
          )}
        </div>
        <Photo src={campaign.photo} width={160} />
      </div>
      <div className="ticket">
        {warnsFirst && <KeepsNote campaign={campaign} t={t} />}
        {campaign.code && (
          <div className="ticket-top">
            <p className="muted text-small">{t.code}</p>
            <CopyLine label={t.code} text={campaign.code} t={t.copyCode} />
          </div>
        )}
        <GetDeal
          campaign={campaign}
          t={t}
          visit={visit}
          isSecond={canEarnAfterSignUp}
          note={!mayClick && (canEarnAfterSignUp ? t.signInFirst : t.signInToOpen)}
        >
          {canEarnAfterSignUp && <SignUpFor payout={campaign.payout} t={t} />}{' '}
          {!mayClick && <JoinLinks t={t} withoutSignUp={canEarnAfterSignUp} />}
          <Example example={campaign.example} t={t} />
          {campaign.code && !warnsFirst && <KeepsNote campaign={campaign} t={t} />}
          {campaign.code && <Worked campaign={campaign} t={t} />}
        </GetDeal>
      </div>
    </>
  )
}

interface WordsProps {
  title: string
  html: string
  lang: string
}

function Words({ title, html, lang }: WordsProps) {
  if (!html) return null
  return (
    <section className="panel">
      <h2 className="panel-title">{title}</h2>
      <div className="prose" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  )
}
