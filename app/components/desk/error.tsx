import { deskMessages } from '~/messages/desk'
import { siteMessages } from '~/messages/site'
import { usePlace } from '~/components/ui/document-context'
import { ERROR_TEXTS } from '~/components/ui/error-texts'
import { TOO_MUCH } from '~/http/desk/too-much'

export function DeskError({ status }: { status: number }) {
  const { pathname, search } = usePlace()
  const found = TEXTS[status]
  if (found) return <Message {...found} />
  const [title, text] = ERROR_TEXTS[status] ?? []
  if (title && text) return <Message title={title} text={text} />
  return (
    <Message title={siteMessages.failure.title} text={siteMessages.failure.text}>
      <a href={pathname + search} className="button button-primary">
        Try again
      </a>
    </Message>
  )
}

const TEXTS: Partial<Record<number, { title: string; text: string }>> = {
  403: deskMessages.page.forbidden,
  404: deskMessages.page.notFound,
  [TOO_MUCH]: deskMessages.page.tooMuch,
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
