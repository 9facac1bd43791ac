import { Fragment } from 'react'
import { FactList } from '~/components/ui/facts'

export interface DocumentedCall {
  id: string
  tag: string
  method: string
  path: string
  summary: string
  who: 'nobody' | 'anybody' | 'member'
  fields: { place: string; name: string; required: boolean; words: string }[]
  statuses: number[]
}

const WHO = {
  nobody: 'public; the response is the same for everybody and cacheable',
  anybody: 'public; a bearer token is optional',
  member: 'bearer token required',
}

const Path = ({ path }: { path: string }) =>
  path.split('/').map((part, i) => (
    <Fragment key={part}>
      {i > 0 && '/'}
      <wbr />
      {part}
    </Fragment>
  ))

function Call({ id, method, path, summary, who, fields, statuses }: DocumentedCall) {
  return (
    <article className="stack" aria-labelledby={id}>
      <h3 id={id}>
        {method} <Path path={path} />
      </h3>
      <p>{summary}.</p>
      <FactList
        facts={[
          ['Access', WHO[who]],
          ...fields.map(({ place, name, required, words }): [string, string] => [
            name,
            [place, required ? 'required' : 'optional', words].filter(Boolean).join(', '),
          ]),
          ['Responses', statuses.join(', ')],
        ]}
      />
    </article>
  )
}

export function Calls({ calls }: { calls: DocumentedCall[] }) {
  const tags = [...new Set(calls.map((call) => call.tag))]
  return tags.map((tag) => (
    <section key={tag} className="panel stack" aria-labelledby={`tag-${tag.replaceAll(' ', '-')}`}>
      <h2 id={`tag-${tag.replaceAll(' ', '-')}`}>{tag}</h2>
      {calls
        .filter((call) => call.tag === tag)
        .map((call) => (
          <Call key={call.id} {...call} />
        ))}
    </section>
  ))
}
