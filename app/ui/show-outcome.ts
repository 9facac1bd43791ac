import { useEffect, type RefObject } from 'react'
import type { Failure } from '~/http/client-action'
import type { FormFlash } from '~/notice'

export function useShowOutcome(
  ref: RefObject<HTMLFormElement>,
  flash: FormFlash | null,
  failureKind: Failure | undefined,
): void {
  useEffect(() => {
    if (flash && ref.current) findFieldToCorrect(ref.current)?.focus()
  }, [ref, flash])
  useEffect(() => {
    if (failureKind) ref.current?.querySelector('.notice')?.scrollIntoView({ block: 'nearest' })
  }, [ref, failureKind])
}

function findFieldToCorrect(form: HTMLFormElement): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input:not([type="hidden"]), textarea')]
  return fields.find((field) => field.ariaInvalid === 'true') ?? fields.find((field) => field.value === '')
}
