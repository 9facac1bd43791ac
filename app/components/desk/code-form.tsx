import { deskMessages } from '~/messages/desk'
import { fill } from '~/messages/message'
import { Field } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import { Submit } from '~/components/ui/submit'
import '~/components/ui/badge.css'

interface CodeFormProps {
  action: string
  hint?: string
  /** The demo's code; null: both that would be accepted now are used; absent: not the demo. */
  demoCode?: string | null | undefined
}

export function CodeForm({ action, hint, demoCode }: CodeFormProps) {
  const { code, signIn } = deskMessages
  return (
    <PostForm form="desk-code" action={action} whenFailed={signIn.busy}>
      {demoCode !== undefined && (
        <p className="badge">{demoCode === null ? code.demoWait : fill(code.demo, { code: demoCode })}</p>
      )}
      <Field
        name="otp"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...(hint && { hint })}
      />
      <Submit>Continue</Submit>
    </PostForm>
  )
}
