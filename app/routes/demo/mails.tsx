import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatTime } from '~/platform/formats/dates'
import { privatePage } from '~/http/page'
import { hasDemoMailbox, listDemoMails } from '~/domain/outreach/demo-mailbox.server'
import { demoMailPath } from '~/paths'
import { Link } from '~/components/ui/link'
import './demo-mail.css'
import '~/components/ui/list.css'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction = () => [
  { title: 'Mails of the demo | DealDwaar' },
  { name: 'robots', content: 'noindex' },
]

export async function loader() {
  if (!hasDemoMailbox()) throw privatePage(null, 404)
  const mails = await listDemoMails()
  return privatePage(mails.map(({ id, to, subject, at }) => ({ id, to, subject, at: formatTime(at) })))
}

export default function DemoMails() {
  const mails = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page">
      <div className="panel stack">
        <h1>Mails of the demo</h1>
        <p>
          The demo sends no mails: it writes them to files. These are the latest, so that you can follow their
          links.
        </p>
        {mails.length === 0 && <p>There is none yet: sign up, or sign in.</p>}
        <ul className="list">
          {mails.map(({ id, to, subject, at }) => (
            <li key={id} className="list-row demo-mail-row">
              <Link to={demoMailPath(id)} className="link link-alone">
                {subject}
              </Link>{' '}
              <span className="muted">
                {to}, {at}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </main>
  )
}
