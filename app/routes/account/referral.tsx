import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ReferralLink, ShareLinks } from '~/components/account/share-links'
import { Empty } from '~/components/cards/empty'
import { formatDate } from '~/platform/formats/dates'
import { privatePage } from '~/http/page'
import { requireUser } from '~/http/session.server'
import { pageNumber } from '~/http/urls'
import { formatRupees } from '~/platform/formats/money'
import { paths } from '~/paths'
import { useRoot } from '~/components/layout/root-data'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { CopyField } from '~/components/ui/copy-field'
import { Pagination } from '~/components/ui/pagination'
import { FriendList } from './referral/friend-list'
import { listReferrals } from '~/domain/wallet/referrals.server'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createHiddenMeta(
  'Referral',
  'Your referral code, who joined with it, and what it brought you.',
  paths.referral,
)

export async function loader({ request }: LoaderFunctionArgs) {
  const { id, referral_code } = await requireUser(request)
  const { friends, brought, ...rest } = await listReferrals(id, pageNumber(new URL(request.url)))
  return privatePage({
    ...rest,
    code: referral_code,
    brought: formatRupees(brought),
    friends: friends.map((friend) => ({
      ...friend,
      joined: formatDate(friend.joined),
      brought: formatRupees(friend.brought),
    })),
  })
}

export default function Referral() {
  const { code, friends, count, brought, page, pages } = useLoaderData<typeof loader>()
  const { site } = useRoot()
  const link = `${site.origin}/?ref=${encodeURIComponent(code)}`
  return (
    <>
      <section className="panel form" aria-labelledby="referral-title">
        <h1 id="referral-title" className="text-xl">
          Refer and Earn
        </h1>
        <p>
          You earn {site.referral.share} of all the cashback your friends earn. For example: a friend gets Rs.
          500.00 cashback on a new phone, and you get {site.referral.ofExample} on top. Your friend loses
          nothing by it.
        </p>
        <div className="ticket">
          <CopyField label="Your referral code" text={code} />
        </div>
        <ReferralLink link={link} />
        <ShareLinks link={link} />
      </section>
      <section className="panel" aria-labelledby="friends-title">
        <h2 id="friends-title" className="panel-title">
          Who joined
        </h2>
        {count > 0 && (
          <p className="muted">
            {count === 1 ? '1 friend' : `${count} friends`}, who brought you{' '}
            <strong className="money">{brought}</strong>. If a friend’s order is cancelled, your share is
            reversed.
          </p>
        )}
        {friends.length ? (
          <FriendList friends={friends} />
        ) : (
          <Empty icon="share">Nobody has joined with your code yet.</Empty>
        )}
        <Pagination page={page} pages={pages} label="Pages of friends" />
      </section>
    </>
  )
}
