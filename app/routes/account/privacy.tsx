import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { identifySessionSubject } from '~/domain/accounts/known-browser.server'
import { formAction } from '~/http/form-action.server'
import { readClientContext } from '~/http/auth-flow.server'
import { privatePage } from '~/http/page'
import { hasJustDeleted } from '~/http/repeated-deletion.server'
import { redirectWith } from '~/http/respond.server'
import { endSession, readSession, requireSession, requireUser } from '~/http/session.server'
import { accountMessages } from '~/messages/account'
import { formatRupees } from '~/platform/formats/money'
import { failure, success } from '~/messages/notice'
import { paths } from '~/paths'
import { deleteAccount, deletionSchema, readDeletion } from '~/domain/privacy/deletion.server'
import { formatDeletionRefusal } from './privacy/deletion-texts'
import { DeletionForm } from './privacy/deletion-form'
import { createHiddenMeta } from '~/components/layout/page-meta'
import '~/components/ui/panel-parts.css'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

const PATH = paths.privacy

export const meta = createHiddenMeta(
  'Your data',
  'All that DealDwaar holds about you, as a file, and the deletion of your account.',
  PATH,
)

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const { available, pending, onItsWay, debt, isHeld } = await readDeletion(user.id)
  const formatIfPositive = (amount: bigint) => (amount > 0n ? formatRupees(amount) : null)
  return privatePage({
    phone: user.phone_number,
    available: formatIfPositive(available),
    pending: formatIfPositive(pending),
    onItsWay: formatIfPositive(onItsWay),
    debt: formatIfPositive(debt),
    isHeld,
  })
}

const options = { form: 'delete-account', fallback: PATH, secrets: ['password'] }

export const action = formAction(options, async ({ request, context, readForm }) => {
  const session = await readSession(request)
  if (!session && (await hasJustDeleted(request))) return redirectDeleted(request)
  const { user, tokenHash } = session ?? (await requireSession(request))
  const form = await readForm(deletionSchema, async () => ({
    notice: failure(accountMessages.privacy.refused),
  }))
  const { address } = readClientContext(request, context)
  const result = await deleteAccount(user.id, form.input, identifySessionSubject(address, tokenHash))
  if (!result.ok) {
    const { message = accountMessages.privacy.refused, errors } = formatDeletionRefusal(result)
    // While money is on its way the page has no form that could show the notice.
    return form.refuse(
      { notice: failure(message), errors },
      result.reason === 'on-its-way' ? PATH : form.from,
    )
  }
  return redirectDeleted(request)
})

const redirectDeleted = async (request: Request) =>
  redirectWith('/', {
    notice: success(accountMessages.privacy.deleted),
    headers: await endSession(request),
  })

export default function Privacy() {
  const money = useLoaderData<typeof loader>()
  return (
    <>
      <h1 className="text-xl">Your data</h1>
      <section className="panel panel-parts" aria-labelledby="export-title">
        <h2 id="export-title">Take your data with you</h2>
        <p>
          All that we hold about you: your account, sign-ins, payout details (the last digits), wallet,
          withdrawals, visits to shops, purchases, feedback, notifications and the notes of our support.
        </p>
        <div className="buttons">
          <a href={`${PATH}/data.json`} className="button" download>
            Download as JSON
          </a>{' '}
          <a href={`${PATH}/data.csv`} className="button" download>
            Download as CSV
          </a>
        </div>
      </section>
      <DeletionForm action={PATH} {...money} />
    </>
  )
}
