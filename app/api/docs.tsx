/** The OpenAPI document, to read. */
export interface DocumentedCall {
  id: string
  tag: string
  method: string
  path: string
  summary: string
  who: 'nobody' | 'anybody' | 'member'
  /** The fields of path, query and body: where, name, words. */
  fields: { place: string; name: string; required: boolean; words: string }[]
  statuses: number[]
}

const WHO = {
  nobody: 'Needs nobody to be signed in; caches may keep the answer.',
  anybody: 'With a bearer or without.',
  member: 'Needs `Authorization: Bearer` with the token of a login.',
}

/** One call: closed it is a line, open it says what it takes and gives. */
function Call({ method, path, summary, who, fields, statuses }: DocumentedCall) {
  return (
    <details>
      <summary>
        <code>
          {method} {path}
        </code>
        <span className="muted">{summary}</span>
      </summary>
      <p>{WHO[who]}</p>
      {fields.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Where</th>
              <th scope="col">What</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ place, name, required, words }) => (
              <tr key={`${place} ${name}`}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{place}</td>
                <td>{[required ? 'required' : 'optional', words].filter(Boolean).join('. ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="muted small">Answers: {statuses.join(', ')}</p>
    </details>
  )
}

export function Calls({ calls }: { calls: DocumentedCall[] }) {
  const tags = [...new Set(calls.map((call) => call.tag))]
  return tags.map((tag) => (
    <section key={tag} className="panel faq" aria-labelledby={`tag-${tag.replaceAll(' ', '-')}`}>
      <h2 id={`tag-${tag.replaceAll(' ', '-')}`}>{tag}</h2>
      {calls
        .filter((call) => call.tag === tag)
        .map((call) => (
          <Call key={call.id} {...call} />
        ))}
    </section>
  ))
}
