import type { Message } from '~/messages/message'
import { warning } from '~/messages/notice'
import { paths } from '~/paths'
import { useDialogData } from '~/components/layout/root-data'
import { Dialog } from '~/components/ui/dialog'
import { Link, useSearchPath } from '~/components/ui/link'
import { NoticeBox } from '~/components/ui/notice'
import { usePage } from '~/components/ui/page-context'
import { WithdrawForm } from './withdraw-form'
import './withdraw-dialog.css'

export function WithdrawDialog() {
  const data = useDialogData('withdraw')
  const closeTo = useSearchPath({ dialog: null, amount: null })
  if (!data) return null
  return (
    <Dialog name="withdraw" title="Withdraw your cashback" closeTo={closeTo}>
      {data.blocker ? <Blocker blocker={data.blocker} closeTo={closeTo} /> : <WithdrawForm {...data} />}
    </Dialog>
  )
}

interface BlockerProps {
  blocker: Message
  closeTo: string
}

function Blocker({ blocker: { text, actions }, closeTo }: BlockerProps) {
  const { flash } = usePage()
  // Who cannot withdraw now has nothing to do: support is not the first choice.
  const isContact = actions?.some((action) => 'href' in action && action.href === paths.contactUs)
  return (
    <>
      {flash?.notice?.text !== text && (
        <NoticeBox notice={warning({ text, ...(!isContact && { actions }) })} />
      )}
      <p className="buttons">
        <Link
          to={closeTo}
          replace
          preventScrollReset
          className={isContact ? 'button button-primary' : 'button'}
        >
          Close
        </Link>{' '}
        {isContact && (
          <Link to={paths.contactUs} className="button">
            Contact Us
          </Link>
        )}
      </p>
    </>
  )
}
