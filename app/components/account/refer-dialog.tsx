import { Link } from '~/components/ui/link'
import { paths } from '~/paths'
import { useDialogData, useRoot } from '~/components/layout/root-data'
import { Dialog } from '~/components/ui/dialog'
import { ReferralLink, ShareLinks } from './share-links'

export function ReferDialog() {
  const data = useDialogData('refer')
  const { site } = useRoot()
  if (!data) return null
  return (
    <Dialog name="refer" title="Refer and Earn">
      <p>
        You earn {site.referral.share} of what your friend earns, on top: for Rs. 500.00 of your friend’s
        cashback you get {site.referral.ofExample}, and your friend loses nothing.
      </p>
      <ReferralLink link={data.link} />
      <p className="field-hint">
        Or tell your code: <code>{data.code}</code>
      </p>
      <ShareLinks link={data.link} />
      <Link to={paths.referral} className="link link-alone">
        Who joined, and what it brought you
      </Link>
    </Dialog>
  )
}
