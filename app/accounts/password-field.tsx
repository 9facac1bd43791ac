/**
 * A password. Where scripts run, a button shows what was typed till the form is sent, and a form that comes back for
 * another reason still has it.
 */
import { useEffect, useRef, useState } from 'react'
import { messages } from '~/messages'
import { useRoot } from '~/root-data'
import { Field, useField, useReturned } from '~/ui/form'
import { useHydrated } from '~/ui/hydrated'
import { useCarried } from './carried'

interface PasswordFieldProps {
  name: string
  label: string
  /** What password managers go by. */
  autoComplete: 'current-password' | 'new-password'
  hint?: string
}

/** Whether the password was what the form was refused for. Of two that differ either may be the right one. */
function useRefused(name: string): boolean {
  const { error } = useField(name)
  const isWrong = useRoot().flash?.notice?.text === messages.signIn.wrongPassword.text
  return isWrong || (error !== undefined && error !== messages.fields.passwordsDiffer)
}

export function PasswordField(field: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const returned = useReturned()
  const refused = useRefused(field.name)
  useCarried(
    input,
    ({ name, form }) => `password ${form?.getAttribute('action')} ${name}`,
    !returned || refused,
  )
  useEffect(() => {
    // Browsers keep what is sent from a field of text.
    const form = input.current?.form
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  return (
    <Field
      {...field}
      inputRef={input}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      required
      after={
        hydrated && (
          <button
            type="button"
            className="button"
            aria-label="Show password"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        )
      }
    />
  )
}
