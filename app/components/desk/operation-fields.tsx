import { Fragment, useId } from 'react'
import { useField } from '~/components/ui/field'
import { getUncontrolledProps } from '~/components/ui/uncontrolled'
import { deskPaths } from '~/http/desk/paths'
import { deskMessages } from '~/messages/desk'
import { fill } from '~/messages/message'
import { formatFormerName, formatFormName, formatWithoutName } from '~/http/desk/views/labels'
import type { FieldView } from '~/http/desk/views/fields.server'
import '~/components/ui/file-button.css'
import { hasSnippets } from './operation-form'
import { SnippetChoice } from './snippet-choice'
import './type-ahead.element'
import './desk.css'

const TYPES: Partial<Record<FieldView['kind'], string>> = {
  day: 'date',
  time: 'datetime-local',
  month: 'month',
}
/** What is named by a number, a name or the end of an address: typing shows what there is. */
const SUGGESTED = new Set(['member', 'store', 'offer'])

const NUMERIC = new Set(['id', 'number', 'sale'])

function Control({ field, id, described }: { field: FieldView; id: string; described: string }) {
  const { name, kind, value, isRequired, isMany, isLong, choices, error } = field
  const shared = {
    id,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
    required: isRequired && !field.fileName,
  }
  if (kind === 'choice' || kind === 'category')
    return (
      <select {...shared} defaultValue={value}>
        <option value="">{isRequired ? 'Please choose' : 'Not given'}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {/^[a-z_]+$/.test(choice) ? choice.replaceAll('_', ' ') : choice}
          </option>
        ))}
      </select>
    )
  if (kind === 'file') return <input {...shared} type="file" accept={field.accept} />
  if (isMany || isLong) return <textarea {...shared} defaultValue={value} rows={isMany ? 3 : 5} />
  return (
    <>
      <input
        {...shared}
        type={TYPES[kind] ?? 'text'}
        inputMode={NUMERIC.has(kind) ? 'numeric' : kind === 'money' ? 'decimal' : undefined}
        autoComplete="off"
        defaultValue={value}
      />
      {SUGGESTED.has(kind) && (
        <type-ahead
          field={id}
          kind={kind}
          from={deskPaths.suggestions}
          hidden
          {...getUncontrolledProps('')}
        />
      )}
    </>
  )
}

function OperationField({ field: sent }: { field: FieldView }) {
  const id = useId()
  // Given back after a session has ended.
  const { value = sent.value, error: lost } = useField(sent.name)
  const field = { ...sent, value, error: sent.error ?? lost }
  const { label, hint, error, fileName, kind, isMany, isRequired } = field
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const texts = (
    <>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
          {isMany && '. One a line.'}
          {fileName && `. ${fileName} is kept; choose another file to replace it.`}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </>
  )
  if (kind === 'yes')
    return (
      <div className="field">
        <label className="desk-check">
          <input
            type="checkbox"
            name={field.name}
            value="yes"
            defaultChecked={field.value === 'yes'}
            aria-describedby={described || undefined}
          />{' '}
          {label}
        </label>
        {texts}
      </div>
    )
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {!isRequired && <span className="muted"> (optional)</span>}
      </label>
      {field.snippets && <SnippetChoice snippets={field.snippets} field={id} />}
      <div className="field-control">
        <Control field={field} id={id} described={described} />
      </div>
      {texts}
      {fileName && !isRequired && (
        <label className="desk-check">
          <input type="checkbox" name={formatWithoutName(field.name)} value="yes" />{' '}
          {fill(deskMessages.draft.leaveOut, { name: fileName })}
        </label>
      )}
    </div>
  )
}

export const OperationFields = ({
  fields,
  isPosted,
}: {
  fields: readonly FieldView[]
  isPosted?: boolean
}) => (
  <>
    {hasSnippets(fields) && <DefaultButton />}
    {fields.map((field) => (
      <Fragment key={field.name}>
        {isPosted && field.was !== undefined && (
          <input type="hidden" name={formatFormerName(field.name)} value={field.was} />
        )}
        <OperationField field={isPosted ? { ...field, name: formatFormName(field.name) } : field} />
      </Fragment>
    ))}
  </>
)

/** Enter presses the first button of a form: this one instead of 'Fill in'. Not `hidden`: Safari would pass over it. */
const DefaultButton = () => (
  <button className="sr-only" tabIndex={-1} aria-hidden="true">
    Preview
  </button>
)
