import { Link } from '~/ui/link'
import { paths } from '~/paths'
import { useDialogData } from '~/root-data'
import { Dialog } from '~/ui/dialog'
import { ReferralLink, ShareLinks } from './share-links'

export function ReferDialog() {
  const data = useDialogData('refer')
  if (!data) return null
  return (
    <Dialog name="refer" title="Refer and Earn">
      <p>
        You earn 20% of what your friend earns, on top: for Rs. 500.00 of your friend’s cashback you get Rs.
        100.00, and your friend loses nothing.
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
