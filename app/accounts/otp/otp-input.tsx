/** One field; scripts make it four boxes, which move the focus, spread pasted digits and send the code. */
import { useId, useRef, type ClipboardEvent, type KeyboardEvent, type MutableRefObject } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { FieldError, useField } from '~/ui/field'
import { useBrowserEffect } from '~/ui/focus'
import './otp-input.css'

const BOXES = [0, 1, 2, 3]
/** Keeps digits of any script; the server normalizes them. */
const keepDigits = (text: string) => text.replace(/\P{Nd}/gu, '')

type Before = MutableRefObject<{ typed: string; focused: boolean }>

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

/** Milliseconds until the script sends the form; the button or Enter sends it sooner, and only once. */
const REST = 300

function sendSoon(form: HTMLFormElement | null | undefined) {
  if (!form) return
  const timer = setTimeout(() => form.requestSubmit(), REST)
  form.addEventListener('submit', () => clearTimeout(timer), { once: true })
}

function useBoxes(before: Before) {
  const boxes = useRef<(HTMLInputElement | null)[]>([])

  const spread = (from: number, digits: string, focus = true) => {
    for (const [at, digit] of Array.from(digits.slice(0, BOXES.length - from)).entries())
      boxes.current[from + at]!.value = digit
    if (!focus) return
    const last = boxes.current[BOXES.length - 1]
    ;(boxes.current[from + digits.length] ?? last)?.focus()
    if (boxes.current.every((box) => box?.value)) sendSoon(last?.form)
  }

  useBrowserEffect(() => {
    const { typed, focused } = before.current
    spread(0, typed, focused)
    before.current = { typed: '', focused: false }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when they come
  }, [])

  const onInput = (at: number) => {
    const box = boxes.current[at]!
    const digits = keepDigits(box.value)
    box.value = digits.slice(0, 1)
    if (digits) spread(at, digits)
  }

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const previous = boxes.current[at - 1]
    if (event.key === 'Backspace' && previous && !boxes.current[at]!.value) {
      event.preventDefault()
      previous.value = ''
      previous.focus()
    }
    if (event.key === 'ArrowLeft') previous?.focus()
    if (event.key === 'ArrowRight') boxes.current[at + 1]?.focus()
  }

  const onPaste = (event: ClipboardEvent, at: number) => {
    const digits = keepDigits(event.clipboardData.getData('text'))
    if (!digits) return
    event.preventDefault()
    spread(digits.length >= BOXES.length ? 0 : at, digits)
  }

  return { boxes, onInput, onKeyDown, onPaste }
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
