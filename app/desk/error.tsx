import { useLocation } from '@remix-run/react'
import { deskMessages } from '~/messages/desk'
import { siteMessages } from '~/messages/site'
import { TOO_MUCH } from './too-much'

/** Below the frame. */
export function DeskError({ status }: { status: number }) {
  const { pathname, search } = useLocation()
  const { notFound, tooMuch } = deskMessages.page
  if (status === 404) return <Message title={notFound.title} text={notFound.text} />
  if (status === TOO_MUCH) return <Message title={tooMuch.title} text={tooMuch.text} />
  return (
    <Message title={siteMessages.failure.title} text={siteMessages.failure.text}>
      <a href={pathname + search} className="button button-primary">
        Try again
      </a>
    </Message>
  )
}

function Message({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <div className="empty empty-page">
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </div>
  )
}
