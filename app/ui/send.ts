/** Unlike Remix's <Form>, a failed request keeps the page and its input. */
import { useLocation, useNavigate } from '@remix-run/react'
import { useRef, useState, useSyncExternalStore, type FormEvent } from 'react'
import { noAnswer, unstick, useStuck, type Failure } from './network'

interface Answered {
  to: string
  replace: boolean
  reload: boolean
}

/** In ms; requests with a file have no timeout. */
const PATIENCE = 60_000

function dataAddress(action: string): URL {
  const url = new URL(action, window.location.href)
  url.pathname = url.pathname === '/' ? '/_root.data' : `${url.pathname.replace(/\/$/, '')}.data`
  return url
}

function contentOf(form: HTMLFormElement, submitter: HTMLElement | null): FormData {
  const content = new FormData(form)
  if (submitter instanceof HTMLButtonElement && submitter.name)
    content.append(submitter.name, submitter.value)
  return content
}

async function post(form: HTMLFormElement, submitter: HTMLElement | null): Promise<Answered | Failure> {
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? ''
  const content = contentOf(form, submitter)
  const hasFile = form.enctype === 'multipart/form-data'
  let response: Response
  try {
    response = await fetch(dataAddress(action), {
      method: 'POST',
      body: hasFile ? content : new URLSearchParams(content as unknown as Record<string, string>),
      redirect: 'manual',
      signal: hasFile ? null : AbortSignal.timeout(PATIENCE),
    })
  } catch {
    return noAnswer()
  }
  if (!response.headers.has('X-Remix-Response')) return 'foreign'
  const to = response.headers.get('Location')
  if (response.status !== 202 || !to) return 'refused'
  return {
    to,
    replace: response.headers.has('X-Remix-Replace'),
    reload: response.headers.has('X-Remix-Reload-Document'),
  }
}

let underWay = 0
const listeners = new Set<() => void>()

function count(change: 1 | -1): void {
  underWay += change
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSending = () =>
  useSyncExternalStore(
    listen,
    () => underWay > 0,
    () => false,
  )

export function useSend() {
  const navigate = useNavigate()
  const location = useLocation()
  const sending = useRef(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  /** The form is busy until the next location is rendered. */
  const [sentAt, setSentAt] = useState<string | null>(null)
  const isSent = sentAt === location.key
  const stuck = useStuck()
  const lost = isSent ? stuck : null
  const busy = isSent && !lost

  function go({ to, replace, reload }: Answered) {
    if (reload) return window.location.assign(to)
    const here = location.pathname + location.search
    const path = to.startsWith(`${here}#`) ? here : to
    // Back does not open a dialog again whose form was sent; the next dialog takes its place.
    const isDialog = here.includes('dialog=')
    navigate(path, {
      replace: replace || path === here || isDialog,
      state: isDialog ? location.state : null,
      preventScrollReset: true,
    })
  }

  async function send(form: HTMLFormElement, submitter: HTMLElement | null) {
    if (sending.current || busy) return
    sending.current = true
    unstick()
    setFailure(null)
    setSentAt(location.key)
    count(1)
    const answer = await post(form, submitter)
    count(-1)
    sending.current = false
    if (typeof answer !== 'string') return go(answer)
    setFailure(answer)
    setSentAt(null)
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    void send(event.currentTarget, submitter)
  }
  return { busy, failure: lost ?? failure, onSubmit } as const
}
