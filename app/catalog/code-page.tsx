/** The reveal of a code, or of an offer that needs none. */
import { fill, messages } from '~/messages'
import { CopyButton } from '~/ui/copy-button'
import { GoBack } from '~/ui/go-back'
import { Icon } from '~/ui/icon'
import type { CampaignDetail } from './campaigns.server'
import { Payout, Verified } from './cards'
import { whatsApp } from './detail'
import { GetDeal, useMayClick } from './get-deal'
import { offersPath, outPath } from './links'
import { Logo } from './logo'

export function CodePage({ campaign, shareUrl }: { campaign: CampaignDetail; shareUrl: string }) {
  return (
    <main id="main" className="page narrow">
      <article className="panel stack reveal">
        <Logo src={campaign.logo} name={campaign.brand} size="big" />
        <p className="deal-brand">
          {campaign.brand} {campaign.verified && <Verified />}
        </p>
        <h1 className="reveal-title">{campaign.title}</h1>
        {campaign.endedOn ? (
          <p className="notice notice-warning">
            {fill(messages.catalog.offerEnded, { date: campaign.endedOn })}
          </p>
        ) : (
          <Live campaign={campaign} />
        )}
        <div className="buttons">
          <GoBack to={offersPath(campaign.brandCode)} />
          <a href={whatsApp(`${campaign.title} ${shareUrl}`)} className="button" rel="noopener">
            <Icon name="share" />
            Share
          </a>
        </div>
      </article>
    </main>
  )
}

function Live({ campaign }: { campaign: CampaignDetail }) {
  const mayClick = useMayClick(campaign)
  const store = mayClick ? outPath(campaign.id) : campaign.url
  return (
    <>
      <Payout payout={campaign.payout} />
      <div className="ticket">
        {campaign.code ? (
          <>
            <p className="ticket-code">{campaign.code}</p>
            <CopyButton text={campaign.code} />
          </>
        ) : (
          <p className="ticket-done">{messages.catalog.offerActivated}</p>
        )}
      </div>
      <GetDeal campaign={campaign} className="button button-primary button-wide" />
      {!mayClick && <p className="muted small">{messages.click.withoutSession}</p>}
      <p>
        <a href={store} target="_blank" rel="noopener nofollow sponsored" className="link">
          Visit {campaign.brand}
        </a>
      </p>
    </>
  )
}
