import { addressMessages } from '~/messages/address'
import { fill } from '~/messages/message'
import { PostForm } from '~/components/ui/form'
import { Submit } from '~/components/ui/submit'
import { addressPaths } from '~/domain/accounts/address-paths'
import type { AddressState } from '~/domain/accounts/email-address.server'
import './address-status.css'

const { address } = addressMessages

export function AddressStatus({ email, isConfirmed, isStopped, next, canConfirm }: AddressState) {
  if (!canConfirm || (!email && !next)) return null
  if (!next && isConfirmed) return <p className="address-status muted">{address.confirmed}</p>
  const waits = isStopped ? address.stopped : address.unconfirmed
  return (
    <div className="address-status">
      <p>{next ? fill(address.next, { email: next }) : waits}</p>
      <PostForm form="send-link" action={addressPaths.sendLink} className="mt-2">
        <input type="hidden" name="send" value="link" />
        <Submit className="button">Send the link again</Submit>
      </PostForm>
    </div>
  )
}
