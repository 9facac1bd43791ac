/** The page of one campaign; /CouponsDetails and /CouponsGroup both show it. */
import { Link } from '@remix-run/react'
import { fill } from '~/messages'
import { PostForm } from '~/ui/form'
import { GoBack } from '~/ui/go-back'
import { Icon } from '~/ui/icon'
import type { CampaignDetail } from './campaigns.server'
import { Verified } from './cards'
import type { CampaignCard } from './cards.server'
import { detailTexts, type DetailTexts } from './detail-texts'
import type { FeedbackStats } from './feedback.server'
import { GetDeal, useMayClick } from './get-deal'
import { categoryPath, offersPath } from './links'
import { Logo } from './logo'
import { RelatedCoupons } from './related'

export interface DetailProps {
  campaign: CampaignDetail
  feedback: FeedbackStats
  related: CampaignCard[]
  /** The absolute URL that is shared. */
  shareUrl: string
  /** 'es' where the page is Spanish; else English. */
  locale: string
}

export function CampaignPage({ campaign, feedback, related, shareUrl, locale }: DetailProps) {
  const t = detailTexts(locale)
  return (
    <main id="main" className="page" lang={locale === 'es' ? 'es' : undefined}>
      <div className="split">
        <div className="stack">
          <Head campaign={campaign} t={t} />
          <Words title={t.about} html={campaign.descriptionHtml} />
          <Words title={t.terms} html={campaign.termsHtml} />
          <Feedback campaign={campaign} feedback={feedback} t={t} />
          <div className="buttons">
            <GoBack to={campaign.category ? categoryPath(campaign.category) : '/Deals'}>{t.goBack}</GoBack>
            <a href={whatsApp(`${campaign.title} ${shareUrl}`)} className="button" rel="noopener">
              <Icon name="chat" />
              {t.share}
            </a>
          </div>
        </div>
        <aside className="panel">
          <RelatedCoupons title={t.related} coupons={related} />
        </aside>
      </div>
    </main>
  )
}

export const whatsApp = (text: string) => `https://wa.me/?text=${encodeURIComponent(text)}`

function Head({ campaign, t }: { campaign: CampaignDetail; t: DetailTexts }) {
  return (
    <article className="panel stack">
      <div className="store-head">
        <Logo src={campaign.logo} name={campaign.brand} size="big" />
        <div>
          <p className="deal-brand">
            <Link to={offersPath(campaign.brandCode)} className="link">
              {campaign.brand}
            </Link>{' '}
            {campaign.verified && <Verified label={t.verified} />}
          </p>
          <h1>{campaign.title}</h1>
        </div>
      </div>
      {campaign.offer && <p>{campaign.offer}</p>}
      {campaign.endedOn ? (
        <p className="notice notice-warning">{fill(t.ended, { date: campaign.endedOn })}</p>
      ) : (
        <Live campaign={campaign} t={t} />
      )}
    </article>
  )
}

function Live({ campaign, t }: { campaign: CampaignDetail; t: DetailTexts }) {
  const mayClick = useMayClick(campaign)
  return (
    <>
      <p className="payout payout-big">
        {campaign.payout} <span>{t.cashback}</span>
      </p>
      {campaign.endsOn && <p className="muted small">{fill(t.until, { date: campaign.endsOn })}</p>}
      <div className="ticket">
        {campaign.code && (
          <p>
            <span className="muted small">{t.code}</span>
            <br />
            <span className="ticket-code">{campaign.code}</span>
          </p>
        )}
        <GetDeal campaign={campaign} label={t.getDeal} className="button button-primary button-wide" />
        {!mayClick && <p className="muted small">{t.signInFirst}</p>}
      </div>
    </>
  )
}

function Words({ title, html }: { title: string; html: string }) {
  if (!html) return null
  return (
    <section className="panel">
      <h2 className="panel-title">{title}</h2>
      {/* Cleaned by the import's allow-list. */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  )
}

function Feedback({
  campaign,
  feedback,
  t,
}: {
  campaign: CampaignDetail
  feedback: FeedbackStats
  t: DetailTexts
}) {
  const votes = feedback.yesCount + feedback.noCount
  return (
    <section className="panel stack">
      <h2 className="panel-title">{t.didItWork}</h2>
      <PostForm form="feedback" action={campaign.href} className="feedback">
        <button type="submit" name="feedback" value="yes" className="button">
          <Icon name="thumb" />
          {t.yes}
        </button>
        <button type="submit" name="feedback" value="no" className="button">
          <Icon name="thumbdown" />
          {t.no}
        </button>
        <p className="muted small">{votes ? fill(t.stats, { ...feedback }) : t.noVotes}</p>
      </PostForm>
    </section>
  )
}
