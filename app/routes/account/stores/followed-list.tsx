import { paths } from '~/paths'
import { PostForm } from '~/components/ui/form'
import { Link } from '~/components/ui/link'
import { FramedLogo } from '~/components/cards/framed-logo'
import { UpTo } from '~/components/cards/store-figures'
import { formatOfferCount } from '~/domain/catalog/offers'
import type { FollowedStore } from '~/domain/catalog/follows.server'
import './followed-list.css'
import '~/components/ui/list.css'

export const FollowedList = ({ stores }: { stores: FollowedStore[] }) => (
  <PostForm form="unfollow" action={paths.followedStores} className="" label="Stores you follow">
    <ul className="list">
      {stores.map(({ couponCode, name, href, logo, upTo, count }) => (
        <li key={couponCode} className="list-row followed-store">
          <Link to={href} className="followed-store-link">
            <FramedLogo logo={logo} name={name} /> <strong>{name}</strong>{' '}
            <span className="muted">{count ? formatOfferCount(count) : 'No offers now'}</span>{' '}
          </Link>{' '}
          <UpTo rate={upTo} />{' '}
          <button type="submit" name="store" value={couponCode} className="button">
            Unfollow<span className="sr-only"> {name}</span>
          </button>
        </li>
      ))}
    </ul>
  </PostForm>
)
