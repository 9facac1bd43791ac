import { UserName } from '~/components/sign-in/user-name'
import { Link } from '~/components/ui/link'
import { paths } from '~/paths'
import { Checkbox } from '~/components/ui/checkbox'
import { Field } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import { Submit } from '~/components/ui/submit'
import '~/components/ui/panel-parts.css'

interface DeletionFormProps {
  action: string
  phone: string
  available: string | null
  pending: string | null
  onItsWay: string | null
  debt: string | null
  isHeld: boolean
}

export function DeletionForm({
  action,
  phone,
  available,
  pending,
  onItsWay,
  debt,
  isHeld,
}: DeletionFormProps) {
  return (
    <section className="panel panel-parts" aria-labelledby="delete-title">
      <h2 id="delete-title">Delete your account</h2>
      <Consequences />
      {(debt !== null || isHeld) && (
        <p className="notice notice-warning">
          This applies to you:{' '}
          {[debt && `you owe ${debt}`, isHeld && 'your withdrawals are on hold']
            .filter(Boolean)
            .join(' and ')}
          .
        </p>
      )}
      {onItsWay ? (
        <div className="notice notice-warning">
          <p>
            {onItsWay} is on its way to you. Your account can be deleted when it has arrived, or when you have
            cancelled the withdrawal in your{' '}
            <Link to={paths.wallet} className="link">
              wallet
            </Link>
            .
          </p>
        </div>
      ) : (
        <PostForm form="delete-account" id="delete" action={action}>
          {(available ?? pending) && (
            <Checkbox name="forfeit">
              I give up{' '}
              {[available && `${available} in my wallet`, pending && `${pending} that is pending`]
                .filter(Boolean)
                .join(' and ')}
              . It cannot be paid to me afterwards.
            </Checkbox>
          )}
          <UserName phone={phone} />
          <Field name="password" label="Password" type="password" autoComplete="current-password" required />
          <Checkbox name="confirm">Delete my account. I know that it cannot be brought back.</Checkbox>
          <Submit>Delete account</Submit>
        </PostForm>
      )}
    </section>
  )
}

const Consequences = () => (
  <>
    <p>
      Your name, number, e-mail, password, image, payout details, notifications, feedback and newsletter are
      removed at once, and you are signed out everywhere. The law makes us keep records of money; they stay
      without your name. You can sign up again with your number later, as a new member.
    </p>
    <p>
      If you owe us money, your withdrawals are on hold, or a store can still take a purchase back, we keep a
      code made from your number, from which nobody can read the number. An account that is opened with your
      number within 90 days takes over the debt and the hold, also a debt for cashback that was paid to you
      and is taken back later. After that the code only helps us notice fraud. It is erased after 400 days if
      nothing is owed, and after three years at most. For as long we keep such a code of each bank account and
      UPI ID to which we paid you: a person looks at a later account that uses one.
    </p>
    <p>
      What is in your wallet or pending when you delete your account is given up. Purchases that a store
      confirms afterwards earn you nothing.
    </p>
  </>
)
