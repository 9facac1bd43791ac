import { Form, useSubmit } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { paths } from '~/paths'
import { Link } from '~/components/ui/link'
import { HISTORY_PARTS, type HistoryPart } from '~/domain/wallet/history'
import './history-list.css'

const PATH = paths.history

export function HistoryFilter({ part }: { part: HistoryPart | null }) {
  const submit = useSubmit()
  const select = useRef<HTMLSelectElement>(null)
  // Back and forward keep the form mounted, so that defaultValue no longer applies.
  useEffect(() => {
    if (select.current) select.current.value = part ?? 'all'
  }, [part])
  return (
    <Form action={PATH} className="history-filter" aria-label="Filter" preventScrollReset>
      <div className="field">
        <label htmlFor="history-kind">Show</label>
        <div className="field-control">
          <select
            ref={select}
            id="history-kind"
            name="kind"
            defaultValue={part ?? 'all'}
            autoComplete="off"
            onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true })}
          >
            <option value="all">All transactions</option>
            {Object.entries(HISTORY_PARTS).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>{' '}
          <button type="submit" className="button">
            Apply
          </button>
        </div>
      </div>
      <p className="buttons text-small">
        <Link to={paths.statement} className="link link-alone">
          Statement
        </Link>{' '}
        <a href={`${PATH}/statement.csv`} className="link link-alone" download>
          Download statement (CSV)
        </a>
      </p>
    </Form>
  )
}
