import { paths } from '~/paths'
import { PostForm } from '~/components/ui/form'
import { Submit } from '~/components/ui/submit'
import '~/components/ui/badge.css'
import '~/components/ui/list.css'

export interface SessionItem {
  device: string
  seen: string
  isThis: boolean
}

export function SessionList({ sessions, more }: { sessions: SessionItem[]; more: number }) {
  return (
    <section className="panel" aria-labelledby="sessions-title">
      <h2 id="sessions-title" className="panel-title">
        Where you are signed in
      </h2>
      <ul className="list">
        {sessions.map(({ device, seen, isThis }, i) => (
          <li key={i} className="list-row">
            <span>
              <strong>{device}</strong> {isThis && <span className="badge">This device</span>}
            </span>{' '}
            <span className="muted">{isThis ? 'Now' : `Last seen ${seen}`}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted text-small">and {more} more</p>}
      {sessions.length > 1 && (
        <PostForm form="sign-out-others" action={paths.sessions} className="mt-4">
          <Submit className="button">Sign out the others</Submit>
        </PostForm>
      )}
    </section>
  )
}
