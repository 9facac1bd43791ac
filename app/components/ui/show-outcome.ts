import { useEffect, type RefObject } from 'react'
import type { FormFlash } from '~/messages/notice'

export function useShowOutcome(
  ref: RefObject<HTMLFormElement>,
  flash: FormFlash | null,
  failedAt: number | undefined,
): void {
  useEffect(() => {
    if (flash && ref.current) findFieldToCorrect(ref.current)?.focus()
  }, [ref, flash])
  useEffect(() => {
    if (failedAt) ref.current?.querySelector('.notice')?.scrollIntoView({ block: 'nearest' })
  }, [ref, failedAt])
}

function findFieldToCorrect(form: HTMLFormElement): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input:not([type="hidden"]), textarea')]
  return fields.find((field) => field.ariaInvalid === 'true') ?? fields.find((field) => field.value === '')
}
