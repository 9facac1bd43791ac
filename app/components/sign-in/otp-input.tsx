/** One field; scripts make it four boxes, which move the focus, spread pasted digits and send the code. */
import { useId, useRef } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { FieldError, useField } from '~/components/ui/field'
import { useBrowserEffect } from '~/components/ui/focus'
import { BOXES, keepDigits, useBoxes, type Before } from './otp-input/use-boxes'
import './otp-input.css'

export function OtpInput() {
  const id = useId()
  const { error } = useField('otp')
  const hydrated = useHydrated()
  const before = useRef({ typed: '', focused: false })
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>Enter the 4-digit code</legend>
      {hydrated ? (
        <Boxes invalid={Boolean(error)} before={before} />
      ) : (
        <OneField invalid={Boolean(error)} before={before} />
      )}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}

interface Part {
  invalid: boolean
  before: Before
}

function OneField({ invalid, before }: Part) {
  const field = useRef<HTMLInputElement>(null)
  useBrowserEffect(() => {
    const input = field.current!
    return () => {
      before.current = { typed: keepDigits(input.value), focused: input === document.activeElement }
    }
  }, [before])
  return (
    <div className="otp-input">
      <input
        ref={field}
        className="input otp-input-whole"
        name="otp"
        aria-label="Code"
        aria-invalid={invalid || undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
    </div>
  )
}

function Boxes({ invalid, before }: Part) {
  const { boxes, onInput, onKeyDown, onPaste } = useBoxes(before)
  return (
    <div className="otp-input">
      {BOXES.map((at) => (
        <input
          key={at}
          ref={(box) => {
            boxes.current[at] = box
          }}
          className="input"
          name="otp"
          aria-label={`Digit ${at + 1} of ${BOXES.length}`}
          aria-invalid={invalid || undefined}
          inputMode="numeric"
          pattern="[0-9]*"
          maxLength={at === 0 ? BOXES.length : 1}
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
          required
          onInput={() => onInput(at)}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => onKeyDown(event, at)}
          onPaste={(event) => onPaste(event, at)}
        />
      ))}
    </div>
  )
}
