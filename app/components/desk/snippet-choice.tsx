import { deskMessages } from '~/messages/desk'
import { deskPaths } from '~/http/desk/paths'
import type { FieldView } from '~/http/desk/views/fields.server'
import './reply-snippet.element'
import './desk.css'

interface SnippetChoiceProps {
  snippets: NonNullable<FieldView['snippets']>
  /** The id of the field that is filled. */
  field: string
}

/** In the form of a reply: its button sends all fields, and they come back. */
export function SnippetChoice({ snippets: { claim, operation, texts }, field }: SnippetChoiceProps) {
  const { choose, none, fill } = deskMessages.snippets
  if (!texts.length) return null
  return (
    <reply-snippet field={field} claim={claim} class="desk-snippet">
      <select name="snippet" aria-label={choose} defaultValue="" className="input">
        <option value="">{none}</option>
        {texts.map(({ id, name, text }) => (
          <option key={id} value={id} data-text={text}>
            {name}
          </option>
        ))}
      </select>{' '}
      <button className="button" formAction={deskPaths.fillReply} name="operation" value={operation}>
        {fill}
      </button>
    </reply-snippet>
  )
}
