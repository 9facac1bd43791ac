import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod/v4'
import { confirmRecoveryCodes, readRecoveryCodes } from '~/http/desk/access/recovery-codes.server'
import { requireDesk, requireFreshCode } from '~/http/desk/access/require.server'
import { buildDeskMeta } from '~/components/desk/meta'
import { deskPaths } from '~/http/desk/paths'
import { formAction } from '~/http/form-action.server'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { deskMessages } from '~/messages/desk'
import { success } from '~/messages/notice'
import { PostForm } from '~/components/ui/form'
import { Submit } from '~/components/ui/submit'
import '~/components/desk/frame.css'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction = () => buildDeskMeta('Recovery codes')

export async function loader({ request }: LoaderFunctionArgs) {
  const desk = await requireDesk(request)
  const codes = await readRecoveryCodes(desk.actor.operatorId)
  if (codes.fresh) requireFreshCode(request, desk)
  return privatePage(codes)
}

/** The operator has kept them: they are never displayed again. */
const options = { form: 'recovery-codes', fallback: deskPaths.recoveryCodes }

export const action = formAction(options, async ({ request, readForm }) => {
  const { actor } = await requireDesk(request)
  await readForm(z.object({}))
  await confirmRecoveryCodes(actor.operatorId)
  return redirectWith(deskPaths.today, { notice: success(deskMessages.recoveryCodes.kept) })
})

export default function RecoveryCodes() {
  const { fresh, left } = useLoaderData<typeof loader>()
  return (
    <section className="panel stack desk-narrow">
      <h1>Recovery codes</h1>
      {fresh ? <FreshCodes codes={fresh} /> : <OldCodes left={left} />}
    </section>
  )
}

const FreshCodes = ({ codes }: { codes: string[] }) => (
  <>
    <p>
      Each works once instead of a code of the app, if the phone is lost. Write them down or print them: they
      are shown only now.
    </p>
    <ul className="desk-codes">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <PostForm form="recovery-codes" action={deskPaths.recoveryCodes}>
      <Submit>I have kept them</Submit>
    </PostForm>
  </>
)

const OldCodes = ({ left }: { left: number }) => (
  <>
    <p>
      You have {left} recovery {left === 1 ? 'code' : 'codes'} left. New ones replace them.
    </p>
    <PostForm form="new-recovery-codes" action={deskPaths.newRecoveryCodes}>
      <Submit className="button">Make new codes</Submit>
    </PostForm>
  </>
)
