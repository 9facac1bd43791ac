import { useRef, type ClipboardEvent, type KeyboardEvent, type MutableRefObject } from 'react'
import { useBrowserEffect } from '~/components/ui/focus'

export const BOXES = [0, 1, 2, 3]
/** Keeps digits of any script; the server normalizes them. */
export const keepDigits = (text: string) => text.replace(/\P{Nd}/gu, '')

export type Before = MutableRefObject<{ typed: string; focused: boolean }>

/** Milliseconds until the script sends the form; the button or Enter sends it sooner, and only once. */
const REST = 300

function sendSoon(form: HTMLFormElement | null | undefined) {
  if (!form) return
  const timer = setTimeout(() => form.requestSubmit(), REST)
  form.addEventListener('submit', () => clearTimeout(timer), { once: true })
}

export function useBoxes(before: Before) {
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
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the boxes appear
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
