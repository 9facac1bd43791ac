import { warning } from '~/notice'
import { useDialogData } from '~/root-data'
import { Dialog } from '~/ui/dialog'
import { Link, useSearchPath } from '~/ui/link'
import { NoticeBox } from '~/ui/notice'
import { usePage } from '~/ui/page-context'
import { WithdrawForm } from './withdraw-form'

export function WithdrawDialog() {
  const data = useDialogData('withdraw')
  const closeTo = useSearchPath({ dialog: null, amount: null })
  if (!data) return null
  return (
    <Dialog name="withdraw" title="Withdraw your cashback" closeTo={closeTo}>
      {data.obstacle ? <Obstacle text={data.obstacle} closeTo={closeTo} /> : <WithdrawForm {...data} />}
    </Dialog>
  )
}

function Obstacle({ text, closeTo }: { text: string; closeTo: string }) {
  const { flash } = usePage()
  return (
    <>
      {flash?.notice?.text !== text && <NoticeBox notice={warning({ text })} />}
      <Link to={closeTo} preventScrollReset className="button">
        Close
      </Link>
    </>
  )
}
