import { upperFirst } from '~/platform/formats/upper-first'
import { Link } from '~/components/ui/link'
import type { LinkView } from '~/http/desk/views/view'
import './desk.css'

export const PageHead = ({ title, summary, topic }: { title: string; summary: string; topic?: LinkView }) => (
  <header className="desk-head">
    {topic && topic.title !== title && (
      <p className="muted">
        <Link to={topic.to}>{topic.title}</Link>
      </p>
    )}
    <h1>{title}</h1>
    <p className="muted">{upperFirst(summary)}.</p>
  </header>
)
