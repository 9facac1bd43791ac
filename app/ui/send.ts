/** A form that is sent by a fetch, so that silence can be told from an answer; the answer is the same 303 and flash. */
import { useLocation, useNavigate } from '@remix-run/react'
import { useRef, useState, type FormEvent } from 'react'

/** The form's onSubmit, and whether the last time nobody answered: then the form stands as it was. */
export function useSend() {
  const navigate = useNavigate()
  const location = useLocation()
  const busy = useRef(false)
  const [silent, setSilent] = useState(false)

  async function send(form: HTMLFormElement) {
    if (busy.current) return
    busy.current = true
    setSilent(false)
    try {
      const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
      const response = await fetch(form.action, { method: 'POST', body, redirect: 'manual' })
      // Where the redirect leads is hidden from us; the flash is for this page.
      if (response.type === 'opaqueredirect')
        navigate(location.pathname + location.search, { replace: true, preventScrollReset: true })
      else form.submit()
    } catch {
      setSilent(true)
    } finally {
      busy.current = false
    }
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(event.currentTarget)
  }
  return { silent, onSubmit }
}
