import { CouponCard } from '~/components/cards/coupon-card'
import { Until } from '~/components/cards/badges'
import { StoreHead } from '~/components/cards/store-head'
import { detailTexts } from '~/components/offer/detail-texts'
import { CreditNote, DealNotes, GetDeal, JoinLinks } from '~/components/offer/get-deal'
import { useMayClick } from '~/components/offer/may-click'
import { Warning } from '~/components/ui/notice'
import { getCodeLink, getLink } from '~/domain/catalog/cards'
import { outPath } from '~/domain/catalog/links'
import { linkMessages } from '~/messages/link'
import { fill } from '~/messages/message'
import type { Found } from './read-found.server'
import './product.css'
import '~/components/offer/detail.css'
import '~/components/cards/card-rows.css'
import '~/components/ui/copy-field.css'
import '~/components/ui/prose.css'

const t = linkMessages.link
const deal = detailTexts('en')

export function Product({ found }: { found: Found }) {
  const { store, offers, target, codes } = found
  const [only, second] = offers
  return (
    <>
      <article className="panel stack">
        <StoreHead className="detail-store" logo={store.logo} name={store.name}>
          <h1>{`Your product at ${store.name}`}</h1>
          <p className="muted text-small text-clamp link-target">{target.replace('https://', '')}</p>
        </StoreHead>
        {second ? <OfferList found={found} /> : <SingleOffer found={found} offer={only!} />}
      </article>
      {codes.length > 0 && (
        <section aria-labelledby="codes-title">
          <h2 id="codes-title" className="panel-title">
            {fill(t.codes, { store: store.name })}
          </h2>
          <ul className="card-rows">
            {codes.map((offer) => (
              <CouponCard
                key={getLink(offer)}
                coupon={offer}
                isOwn
                action={{ to: getCodeLink(offer), label: 'GET COUPON' }}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

type Offer = Found['offers'][number]

const toOffer = (offer: Offer, { store }: Found) => ({ ...offer, facts: store.facts })

function SingleOffer({ found, offer }: { found: Found; offer: Offer }) {
  const shown = toOffer(offer, found)
  const mayClick = useMayClick(shown)
  return (
    <>
      <p className="link-today">
        {offer.credit === 'cashback' ? fill(t.today, { rate: offer.payout }) : offer.payout}
      </p>
      <CreditNote offer={shown} t={deal} />
      <Until endsOn={offer.endsOn} />
      <Warnings found={found} onlyFor={offer.rateFor} opensProduct={offer.opensProduct} />
      <div className="ticket">
        <GetDeal
          offer={shown}
          t={deal}
          to={offer.to}
          visit={found.visit}
          note={!mayClick && (offer.credit === 'cashback' ? deal.signInFirst : deal.signInToOpen)}
        >
          {!mayClick && <JoinLinks t={deal} />}
        </GetDeal>
      </div>
      {offer.termsHtml && (
        <section>
          <h2 className="panel-title">{t.terms}</h2>
          <div className="prose" dangerouslySetInnerHTML={{ __html: offer.termsHtml }} />
        </section>
      )}
    </>
  )
}

interface WarningsProps {
  found: Found
  /** Goods of the only rate. */
  onlyFor?: string | null
  opensProduct: boolean
}

/** What must be known before the press. */
function Warnings({ found, onlyFor, opensProduct }: WarningsProps) {
  const { store } = found
  const notes = [
    onlyFor ? fill(t.onlyFor, { goods: onlyFor }) : false,
    store.facts.appOrders === false && t.browserOnly,
    !opensProduct && fill(t.storePage, { store: store.name }),
  ].filter((text) => typeof text === 'string')
  return (
    <>
      {notes.map((text) => (
        <Warning key={text} text={text} />
      ))}
    </>
  )
}

function OfferList({ found }: { found: Found }) {
  const mayClickAll = useMayClick({ guestClicks: found.offers.every(({ guestClicks }) => guestClicks) })
  return (
    <>
      <Warnings found={found} opensProduct />
      <h2>{t.which}</h2>
      <ul className="link-rates">
        {found.offers.map((offer) => (
          <RateRow key={offer.id} offer={offer} found={found} />
        ))}
      </ul>
      {!mayClickAll && (
        <>
          <p className="muted text-small">{deal.signInFirst}</p>
          <JoinLinks t={deal} />
        </>
      )}
      <DealNotes t={deal} withTips />
    </>
  )
}

function RateRow({ offer, found }: { offer: Offer; found: Found }) {
  const mayClick = useMayClick(offer)
  return (
    <li>
      <div>
        <h3>{offer.rateFor ?? offer.title}</h3>
        <p className="link-today">{fill(t.today, { rate: offer.payout })}</p>
        <CreditNote offer={toOffer(offer, found)} t={deal} />
        <Until endsOn={offer.endsOn} />
        {!offer.opensProduct && (
          <p className="text-small">{fill(t.storePage, { store: found.store.name })}</p>
        )}
        {offer.termsHtml && (
          <details>
            <summary>{t.terms}</summary>
            <div className="prose" dangerouslySetInnerHTML={{ __html: offer.termsHtml }} />
          </details>
        )}
      </div>
      <a
        href={outPath(offer.id, offer.to)}
        target={mayClick ? '_blank' : undefined}
        rel="noopener nofollow sponsored"
        className="button button-primary"
        aria-label={`Get Deal: ${offer.rateFor ?? offer.title}`}
      >
        {deal.getDeal}
      </a>
    </li>
  )
}
