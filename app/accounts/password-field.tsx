/** A password; where scripts run, a button shows what was typed till the form is sent. */
import { useEffect, useRef, useState } from 'react'
import { Field } from '~/ui/form'
import { useHydrated } from '~/ui/hydrated'

interface PasswordFieldProps {
  name: string
  label: string
  /** What password managers go by. */
  autoComplete: 'current-password' | 'new-password'
  hint?: string
}

export function PasswordField(field: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const hydrated = useHydrated()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Browsers keep what is sent from a field of text.
    const form = button.current?.form
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [hydrated])
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      required
      after={
        hydrated && (
          <button
            ref={button}
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
