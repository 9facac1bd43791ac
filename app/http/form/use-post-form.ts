import { useFetcher, useLocation } from '@remix-run/react'
import { useEffect, useId, useRef, type FormEvent } from 'react'
import type { FailureAnswer } from './client-action'
import type { FormFlash } from './form-flash'
import { useMissingModules } from './route-modules'

/**
 * Sends a form by a fetcher, to the same answer as without scripts. `flash`: of this form, if it was returned. `actions`: paths
 * that it may be sent to. What fails is to be shown in an element of the class `notice`, which is then brought into view.
 */
export function usePostForm(actions: string, flash: FormFlash | null) {
  const { key } = useLocation()
  const ref = useRef<HTMLFormElement>(null)
  // A fetcher keeps its last answer even after a redirect, so that each page needs a new one.
  const { state, data, submit } = useFetcher<FailureAnswer>({ key: `${useId()} ${key}` })
  const lacksModules = useMissingModules(actions)
  const busy = state !== 'idle'
  const failedAt = data?.at

  useEffect(() => {
    if (flash && ref.current) findFieldToCorrect(ref.current)?.focus()
  }, [flash])
  useEffect(() => {
    if (failedAt) ref.current?.querySelector('.notice')?.scrollIntoView({ block: 'nearest' })
  }, [failedAt])

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // flushSync: a second click must find it busy.
    if (!busy) submit(findSubmitter(event), { preventScrollReset: true, flushSync: true })
  }

  return {
    busy,
    /** It keeps its place until the next answer: the page must not move under a second press. */
    failed: data,
    // Uncontrolled fields take returned values only when they are mounted.
    key: flash ? key : 'fresh',
    ref,
    /** Without the modules of its action the browser has to send it. */
    onSubmit: lacksModules ? undefined : onSubmit,
  }
}

function findSubmitter({ nativeEvent, currentTarget }: FormEvent<HTMLFormElement>) {
  const { submitter } = nativeEvent as SubmitEvent
  return submitter instanceof HTMLButtonElement ? submitter : currentTarget
}

function findFieldToCorrect(form: HTMLFormElement): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input:not([type="hidden"]), textarea')]
  return fields.find((field) => field.ariaInvalid === 'true') ?? fields.find((field) => field.value === '')
}
