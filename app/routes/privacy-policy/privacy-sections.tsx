import { paths } from '~/paths'
import { useRoot } from '~/components/layout/root-data'
import { Link } from '~/components/ui/link'

export function Purposes() {
  return (
    <>
      <h2>What we keep, and what for</h2>
      <ul>
        <li>
          <strong>Your account:</strong> name, mobile number, e-mail, a hash of your password, your referral
          code, who referred you, and when you accepted the terms. For signing you in and reaching you. Also
          which links we mailed to which address, and a change of your number: who can undo or stop what.
        </li>
        <li>
          <strong>Your clicks and purchases:</strong> which offer you followed and when, and what the store’s
          network reports about the sale: its amount and its state. For crediting your cashback. Not what you
          bought.
        </li>
        <li>
          <strong>Your money:</strong> every movement of your wallet, and your withdrawals. Bank and UPI
          details are stored encrypted and shown only in part. For paying you.
        </li>
        <li>
          <strong>Against abuse:</strong> keyed hashes of network addresses and browsers, for limits on codes,
          passwords and clicks. We also note when accounts share bank details, when a member and the friend
          who brought them use the same browser, and when very many accounts or clicks come at once. Such a
          note lets a person look before a withdrawal is paid; it takes no money from you.
        </li>
        <li>
          <strong>Your answers:</strong> whether an offer worked for you, one vote an offer. For the figures
          beside it, which name nobody.
        </li>
        <li>
          <strong>The newsletter:</strong> your e-mail address, if you subscribed.
        </li>
      </ul>
      <p>
        We keep these with your consent, which you give when you sign up or subscribe, and where the law asks
        us to. You can browse every offer without giving any of them.
      </p>
    </>
  )
}

export function Periods() {
  return (
    <>
      <h2>How long</h2>
      <ul>
        <li>
          <strong>Your account:</strong> as long as you keep it.
        </li>
        <li>
          <strong>Records of money:</strong> as long as the law on accounts asks, even after the account is
          closed.
        </li>
        <li>
          <strong>Codes and sign-ins:</strong> codes end after minutes, sign-ins after thirty days at most.
        </li>
        <li>
          <strong>Links in mails:</strong> they work for seven days at most, and are kept 30 days longer.{' '}
          <strong>A change of your number:</strong> 400 days, because it is possible once a year.
        </li>
        <li>
          <strong>The newsletter:</strong> until you unsubscribe.
        </li>
        <li>
          <strong>When payout details changed,</strong> with a code made from them: 400 days.
        </li>
        <li>
          <strong>Notes of possible abuse:</strong> three years at most.
        </li>
        <li>
          <strong>
            A closed account that owed us money, was on hold, or whose purchases can still be taken back:
          </strong>{' '}
          we keep a code made from the number, from which nobody can read the number. An account that is
          opened with the number within 90 days takes over the debt and the hold, also a debt that comes up
          after the account was closed. After that the code only helps us notice fraud. We erase it after 400
          days if nothing is owed, and after three years at most. If the number was somebody else’s before it
          was yours, write to us and we remove the code. For as long we keep such a code of each bank account
          and UPI ID to which we paid that account. A person looks at a later account that uses one of them,
          and decides whether it takes over the debt.
        </li>
      </ul>
    </>
  )
}

export function Rights() {
  const { site } = useRoot()
  return (
    <>
      <h2>Your rights</h2>
      <ul>
        <li>See which data we have of you, and with whom it was shared.</li>
        <li>Have it corrected, completed or brought up to date.</li>
        <li>Have it deleted, as far as no law obliges us to keep it.</li>
        <li>Withdraw a consent, as easily as you gave it. What happened before stays lawful.</li>
        <li>Name somebody who may use these rights for you after death or incapacity.</li>
      </ul>
      <p>
        Under <Link to={paths.privacy}>Your data</Link> in your account you download all that we hold about
        you, and delete the account. For anything else write to{' '}
        <a href={`mailto:${site.support}`}>{site.support}</a> from the address of your account. We answer
        within 30 days. With a complaint, write to {site.grievance}: the steps and times are on{' '}
        <Link to={`${paths.contactUs}#grievance`}>the contact page</Link>. After that you may turn to the Data
        Protection Board of India.
      </p>
    </>
  )
}
