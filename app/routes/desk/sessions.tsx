import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { describeAgent } from '~/domain/accounts/agents'
import { requireDesk } from '~/http/desk/access/require.server'
import { listDeskSessions } from '~/http/desk/access/sessions.server'
import { buildDeskMeta } from '~/components/desk/meta'
import { hasSlashKey } from '~/http/desk/keys.server'
import { deskPaths } from '~/http/desk/paths'
import { formatTime } from '~/platform/formats/dates'
import { deskMessages } from '~/messages/desk'
import { privatePage } from '~/http/page'
import { PostForm } from '~/components/ui/form'
import { Link } from '~/components/ui/link'
import { Submit } from '~/components/ui/submit'
import '~/components/desk/desk.css'
import '~/components/desk/frame.css'
import '~/components/ui/badge.css'
import '~/components/ui/form-links.css'
import '~/components/ui/list.css'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction = () => buildDeskMeta('Sign-ins')

export async function loader({ request }: LoaderFunctionArgs) {
  const { actor, sessionId } = await requireDesk(request)
  const sessions = await listDeskSessions(actor.operatorId)
  return privatePage({
    hasSlashKey: hasSlashKey(request),
    sessions: sessions.map(({ id, agent, createdAt, seenAt }) => ({
      id,
      device: describeAgent(agent),
      since: formatTime(createdAt),
      seen: id === sessionId ? null : formatTime(seenAt),
    })),
  })
}

export default function Sessions() {
  const { sessions, hasSlashKey: isOn } = useLoaderData<typeof loader>()
  const { keys } = deskMessages
  return (
    <section className="panel stack desk-narrow">
      <h1>Sign-ins</h1>
      <ul className="list">
        {sessions.map(({ id, device, since, seen }) => (
          <li key={id} className="list-row">
            <span>
              <strong>{device}</strong> {seen === null && <span className="badge">This device</span>}{' '}
              <span className="block muted text-small">
                Since {since}
                {seen !== null && `, last seen ${seen}`}
              </span>
            </span>{' '}
            {seen !== null && (
              <PostForm form={`end-session-${id}`} action={deskPaths.endSession}>
                <input type="hidden" name="id" value={id} />
                <Submit className="button">Sign out</Submit>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
      <PostForm form="end-all-sessions" action={deskPaths.endAllSessions}>
        <Submit>Sign out everywhere</Submit>
      </PostForm>
      <h2>{keys.title}</h2>
      <PostForm form="keys" action={deskPaths.keys}>
        <div className="field">
          <label className="desk-check">
            <input
              key={String(isOn)}
              type="checkbox"
              name="slash"
              value="yes"
              defaultChecked={isOn}
              aria-describedby="slash-hint"
            />{' '}
            {keys.slash}
          </label>
          <p id="slash-hint" className="field-hint">
            {keys.hint}
          </p>
        </div>
        <Submit className="button">{keys.save}</Submit>
      </PostForm>
      <p className="form-links">
        <Link to={deskPaths.password}>Change password</Link>{' '}
        <Link to={deskPaths.recoveryCodes}>Recovery codes</Link>
      </p>
    </section>
  )
}
