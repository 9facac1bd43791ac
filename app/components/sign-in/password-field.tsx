import { useEffect, useRef, useState } from 'react'
import { accountMessages } from '~/messages/account'
import { useIsReturned } from '~/components/ui/form'
import { useHydrated } from 'remix-utils/use-hydrated'
import { Field, useField } from '~/components/ui/field'
import { usePage } from '~/components/ui/page-context'
import { useCarriedValue } from './use-carried-value'

interface PasswordFieldProps {
  name: string
  label: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
}

/** When two passwords differ, either may be the right one, so both are kept. */
function useRefused(name: string): boolean {
  const { error } = useField(name)
  const isWrong = usePage().flash?.notice?.text === accountMessages.signIn.wrongPassword.text
  return isWrong || (error !== undefined && error !== accountMessages.fields.passwordsDiffer)
}

export function PasswordField(field: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const isReturned = useIsReturned()
  const refused = useRefused(field.name)
  useCarriedValue(
    input,
    ({ name, form }) => `password ${form?.getAttribute('action')} ${name}`,
    !isReturned || refused,
  )
  useEffect(() => {
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
