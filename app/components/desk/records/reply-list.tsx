import { useId } from 'react'
import { CopyButton } from '~/components/ui/copy-button'
import '~/components/ui/popover-middle.css'
import type { Reply } from '~/http/desk/replies/reply'
import { Panel } from '../panel'
import './record.css'

export const ReplyList = ({ title, replies }: { title: string; replies: readonly Reply[] }) => (
  <Panel id="replies" title={title}>
    {replies.map((reply, i) => (
      <ReplyText key={`${i} ${reply.title}`} reply={reply} isOpen={i === 0} />
    ))}
  </Panel>
)

function ReplyText({ reply: { title, text }, isOpen }: { reply: Reply; isOpen: boolean }) {
  const id = useId()
  const hint = `${id}-hint`
  return (
    <details className="desk-reply" open={isOpen}>
      <summary>{title}</summary>
      <div className="desk-reply-text" data-text={text}>
        <textarea id={id} className="input" aria-label={title} defaultValue={text} readOnly />
      </div>
      <CopyButton field={id} hint={hint} />
      <p id={hint} popover="" className="popover popover-middle">
        Touch and hold the text, then choose Copy.
      </p>
    </details>
  )
}
