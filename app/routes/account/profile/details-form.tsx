import { Link } from '~/components/ui/link'
import { editPaths } from '~/edit-paths'
import { paths } from '~/paths'
import { addressMessages } from '~/messages/address'
import { fill } from '~/messages/message'
import { FactList } from '~/components/ui/facts'
import { EmailField, Field } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import { Submit } from '~/components/ui/submit'
import { AddressStatus } from './address-status'
import type { AddressState } from '~/domain/accounts/email-address.server'
import { PasswordField } from '~/components/sign-in/password-field'
import { addressPaths } from '~/domain/accounts/address-paths'
import { spacePhone } from '~/domain/accounts/rules'
import { UserName } from '~/components/sign-in/user-name'
import '~/components/ui/panel-parts.css'

interface Details {
  username: string
  phone_number: string
  email: string
  referral_code: string
  address: AddressState
  /** A change of the number that waits, its number masked. */
  change: { phone: string; due: string } | null
}

export function DetailsCard({ editing, ...details }: Details & { editing: boolean }) {
  const { username, phone_number, email, referral_code, address, change } = details
  return (
    <section className="panel" id="details" aria-labelledby="details-title">
      <h2 id="details-title" className="panel-title">
        Your details
      </h2>
      {editing ? (
        <DetailsForm {...details} />
      ) : (
        <>
          <FactList
            facts={[
              ['Full name', username],
              [
                'Mobile number',
                <>
                  {spacePhone(phone_number)}
                  {change && (
                    <p className="address-status">
                      {fill(addressMessages.lostNumber.waits, change)}{' '}
                      <Link to={paths.changePassword} className="link">
                        Change Password
                      </Link>
                    </p>
                  )}
                </>,
              ],
              [
                'E-mail',
                <>
                  {email || '–'}
                  <AddressStatus {...address} />
                </>,
              ],
              ['Referral code', <code key="code">{referral_code}</code>],
            ]}
          />
          <p className="mt-4">
            <Link to={editPaths.details} className="button" preventScrollReset>
              Edit details
            </Link>
          </p>
        </>
      )}
    </section>
  )
}

function DetailsForm({ username, phone_number, email }: Details) {
  return (
    <PostForm
      form="details"
      action={paths.accountDetails}
      from={editPaths.details}
      className="form form-narrow"
    >
      <Field name="username" label="Full name" autoComplete="name" defaultValue={username} required />
      <EmailField label="E-mail" defaultValue={email} />
      <UserName phone={phone_number} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        hint="So that nobody but you changes this"
      />
      <p className="muted text-small">
        Your mobile number {spacePhone(phone_number)} is what you sign in with; it stays.{' '}
        <Link to={addressPaths.lostNumber} className="link">
          Lost your number?
        </Link>
      </p>
      <div className="form-buttons">
        <Submit>Save</Submit>{' '}
        <Link to={paths.account} className="button" preventScrollReset>
          Cancel
        </Link>
      </div>
    </PostForm>
  )
}
