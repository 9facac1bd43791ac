import { Fragment } from 'react'
import { deskMessages } from '~/messages/desk'
import { fill } from '~/messages/message'
import { Field } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import { Link } from '~/components/ui/link'
import { Submit } from '~/components/ui/submit'
import { deskPaths } from '~/http/desk/paths'
import type { FiltersView } from '~/http/desk/filters.server'
import './desk.css'

const { filters: texts } = deskMessages

export const FilterLinks = ({ filters: { kept } }: { filters: FiltersView }) =>
  kept.length > 0 && (
    <nav aria-label={texts.title}>
      <p className="desk-links">
        {kept.map(({ id, name, to, isCurrent }) => (
          <Fragment key={id}>
            <Link
              to={to}
              className={isCurrent ? 'button button-primary' : 'button'}
              aria-current={isCurrent ? 'page' : undefined}
            >
              {name}
            </Link>{' '}
          </Fragment>
        ))}
      </p>
    </nav>
  )

/** Below the filter: keeps what is in it, or removes the one that is shown. */
export function FilterKeeping({ filters: { list, kept, query, isAboutPerson } }: { filters: FiltersView }) {
  const current = kept.find(({ isCurrent }) => isCurrent)
  if (current)
    return (
      <PostForm form="remove-filter" action={deskPaths.removeFilter}>
        <input type="hidden" name="id" value={current.id} />
        <Submit className="button">{fill(texts.remove, { name: current.name })}</Submit>
      </PostForm>
    )
  if (query === null) return null
  if (isAboutPerson) return <p className="muted">{texts['about-person']}</p>
  return (
    <PostForm form="keep-filter" action={deskPaths.keepFilter} className="form desk-form">
      <input type="hidden" name="list" value={list} />
      <input type="hidden" name="query" value={query} />
      <Field name="name" label={texts.label} hint={texts.hint} required autoComplete="off" />
      <Submit className="button">{texts.keep}</Submit>
    </PostForm>
  )
}
