import { Link } from '~/components/ui/link'
import { Art } from '~/components/ui/art'
import { Carousel } from '~/components/ui/carousel'
import { Figure } from '~/components/ui/figure'
import { Spaced } from '~/components/ui/spaced'
import { CREDIT_WORDS } from '~/domain/catalog/cards'
import { FramedLogo } from '~/components/cards/framed-logo'
import { getLang } from '~/domain/catalog/language'
import { getLink, type LinkProps } from '~/domain/catalog/cards'
import './banners.css'
import '~/components/ui/banner.css'

const GROUNDS = ['banner-4', '', 'banner-3', 'banner-2']

export function Banners({ banners }: { banners: LinkProps[] }) {
  if (!banners.length) return null
  const slides = banners.map((banner, at) => ({
    key: getLink(banner),
    content: (
      <Link to={getLink(banner)} className={`banner banner-slide ${GROUNDS[at % GROUNDS.length]}`.trim()}>
        <Art />
        <span className="banner-slide-text">
          <Spaced>
            <span className="banner-slide-store">{banner.store}</span>
            <strong className="figure banner-slide-payout">
              <Figure text={banner.payout} />
              <small>{CREDIT_WORDS[banner.credit ?? 'cashback']}</small>
            </strong>
            <span className="banner-slide-title text-clamp" lang={getLang(banner.locale)}>
              {banner.title}
            </span>
          </Spaced>
        </span>
        <span className="banner-slide-logo">
          <FramedLogo logo={banner.logo} name={banner.store} />
        </span>
      </Link>
    ),
  }))
  return <Carousel label="Featured offers" slides={slides} />
}
