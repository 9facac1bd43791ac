import { Link } from '~/ui/link'
import { Carousel } from '~/ui/carousel'
import { Spaced } from '~/ui/spaced'
import { CREDIT_WORDS } from '../cards/badges'
import { langOf } from '../language'
import type { LinkShown } from '../cards/shown'

/** Number of classes .banner-n in app/ui/banner.css. */
const GROUNDS = 5

export function Banners({ banners }: { banners: LinkShown[] }) {
  if (!banners.length) return null
  const slides = banners.map((banner, at) => ({
    key: banner.id,
    content: (
      <Link to={banner.href} className={`banner banner-slide banner-${(at % GROUNDS) + 1}`}>
        <Spaced>
          <span className="banner-slide-brand">{banner.brand}</span>
          <strong className="banner-slide-payout">
            {banner.payout} <small>{CREDIT_WORDS[banner.credit ?? 'cashback']}</small>
          </strong>
          <span className="banner-slide-title text-clamp" lang={langOf(banner.locale)}>
            {banner.title}
          </span>
        </Spaced>
      </Link>
    ),
  }))
  return <Carousel label="Featured offers" slides={slides} />
}
