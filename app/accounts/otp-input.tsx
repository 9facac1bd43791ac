/** Four boxes for four digits. Scripts move the focus, spread what is pasted, and take Backspace to the box before. */
import { useEffect, useId, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { FieldError, useField } from '~/ui/form'

const BOXES = [0, 1, 2, 3]

export function OtpInput() {
  const id = useId()
  const { error } = useField('otp')
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  useEffect(() => {
    // A code filled in by the phone arrives whole in the first box; only scripts can spread it.
    boxes.current[0]!.maxLength = BOXES.length
  }, [])

  /** Writes digits from a box on and puts the focus behind them. */
  const spread = (from: number, digits: string) => {
    for (const [at, digit] of Array.from(digits.slice(0, BOXES.length - from)).entries())
      boxes.current[from + at]!.value = digit
    boxes.current[Math.min(from + digits.length, BOXES.length - 1)]?.focus()
  }

  const onInput = (at: number) => {
    const box = boxes.current[at]!
    const digits = box.value.replace(/\D/g, '')
    box.value = digits.slice(0, 1)
    if (digits) spread(at, digits)
  }

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const before = boxes.current[at - 1]
    if (event.key === 'Backspace' && before && !boxes.current[at]!.value) {
      event.preventDefault()
      before.value = ''
      before.focus()
    }
    if (event.key === 'ArrowLeft') before?.focus()
    if (event.key === 'ArrowRight') boxes.current[at + 1]?.focus()
  }

  const onPaste = (event: ClipboardEvent, at: number) => {
    const digits = event.clipboardData.getData('text').replace(/\D/g, '')
    if (!digits) return
    event.preventDefault()
    spread(digits.length >= BOXES.length ? 0 : at, digits)
  }

  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>Enter the 4-digit code</legend>
      <div className="otp-boxes">
        {BOXES.map((at) => (
          <input
            key={at}
            ref={(box) => {
              boxes.current[at] = box
            }}
            name="otp"
            aria-label={`Digit ${at + 1} of ${BOXES.length}`}
            aria-invalid={error ? true : undefined}
            inputMode="numeric"
            pattern="[0-9]*"
            maxLength={1}
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            required
            onInput={() => onInput(at)}
            onFocus={(event) => event.currentTarget.select()}
            onKeyDown={(event) => onKeyDown(event, at)}
            onPaste={(event) => onPaste(event, at)}
          />
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
