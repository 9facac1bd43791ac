import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatTime } from '~/platform/formats/dates'
import { readRowId } from '~/platform/formats/ids'
import { privatePage } from '~/http/page'
import { findDemoMail, hasDemoMailbox } from '~/domain/outreach/demo-mailbox.server'
import { demoMailPath, paths } from '~/paths'
import { Link } from '~/components/ui/link'
import './demo-mail.css'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.subject ?? 'Mail'} | DealDwaar` },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ params }: LoaderFunctionArgs) {
  const mail = hasDemoMailbox() ? await findDemoMail(readRowId(params.id)) : null
  if (!mail) throw privatePage(null, 404)
  const { id, to, subject, text, at } = mail
  return privatePage({ id, to, subject, text, at: formatTime(at) })
}

export default function DemoMail() {
  const { id, to, subject, text, at } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page">
      <div className="panel stack">
        <p>
          <Link to={paths.demoMails} className="link">
            Mails of the demo
          </Link>
        </p>
        <h1 className="text-xl">{subject}</h1>
        <p className="muted demo-mail-head">
          To {to}, {at}
        </p>
        <iframe className="demo-mail" title="The mail as HTML" src={`${demoMailPath(id)}/html`} />
        <h2>As text</h2>
        <pre className="demo-mail-text">{text}</pre>
      </div>
    </main>
  )
}
