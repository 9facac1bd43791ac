import { Form } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { isDay } from '~/platform/formats/dates'
import { paths } from '~/paths'
import { FieldError } from '~/components/ui/field'
import { useFormFromUrl } from '~/components/ui/form-from-url'
import { listMonths, yearOfMonth } from '~/platform/formats/months'
import { nameMonth, readPeriod, type PeriodChoice, type PeriodField } from '~/domain/wallet/statements'
import './statement-forms.css'
import '~/components/ui/form.css'

type Choice = [value: string, words: string]

interface Choices {
  months: Choice[]
  years: Choice[]
}

export function listChoices(typed: PeriodChoice['typed'], since: Date, now: Date): Choices {
  const own = listMonths(since, now)
  const years = [...new Set(own.map(yearOfMonth))]
  const addTyped = (field: 'month' | 'year', values: string[]) => {
    const value = typed[field]
    const isOther = !values.includes(value) && readPeriod(new URLSearchParams({ [field]: value })).period
    return isOther ? [value, ...values] : values
  }
  return {
    months: addTyped('month', own).map((month) => [month, nameMonth(month)]),
    years: addTyped('year', years).map((year) => [year, year.replace('-', '–')]),
  }
}

type StatementFormsProps = Choices & Pick<PeriodChoice, 'typed' | 'errors'>

export function StatementForms({ months, years, typed, errors }: StatementFormsProps) {
  const forms = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const wrong = Object.keys(errors)[0]
    if (wrong) forms.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
  }, [errors])
  return (
    <div ref={forms} className="statement-forms">
      <Chooser label="Month" name="month" choices={months} value={typed.month} error={errors.month} />
      <Chooser
        label="Financial year, April to March"
        name="year"
        choices={years}
        value={typed.year}
        error={errors.year}
      />
      <Days typed={typed} errors={errors} />
    </div>
  )
}

interface ChooserProps {
  label: string
  name: PeriodField
  choices: Choice[]
  value: string
  error: string | undefined
}

/** Each choice has its own form, so that the fields sent together cannot contradict each other. */
function Chooser({ label, name, choices, value, error }: ChooserProps) {
  const form = useFormFromUrl({ [name]: value || choices[0]![0] })
  return (
    <Form ref={form} action={paths.statement} className="field" aria-label={label} preventScrollReset>
      <label htmlFor={`statement-${name}`}>{label}</label>
      <div className="field-control">
        <select
          id={`statement-${name}`}
          name={name}
          defaultValue={value}
          autoComplete="off"
          {...markError(name, error)}
        >
          {choices.map(([choice, words]) => (
            <option key={choice} value={choice}>
              {words}
            </option>
          ))}
        </select>{' '}
        <button type="submit" className="button" aria-label={`Show: ${label}`}>
          Show
        </button>
      </div>
      <FieldError id={`statement-${name}-error`} error={error} />
    </Form>
  )
}

function Days({ typed, errors }: Pick<PeriodChoice, 'typed' | 'errors'>) {
  const form = useFormFromUrl({ from: typed.from, to: typed.to })
  return (
    <Form
      ref={form}
      action={paths.statement}
      className="statement-days"
      aria-label="Two days"
      preventScrollReset
      noValidate
    >
      <Day label="First day" name="from" value={typed.from} error={errors.from} />{' '}
      <Day label="Last day" name="to" value={typed.to} error={errors.to} />{' '}
      <button type="submit" className="button" aria-label="Show: two days">
        Show
      </button>
    </Form>
  )
}

const Day = ({ label, name, value, error }: Omit<ChooserProps, 'choices'>) => (
  <div className="field">
    <label htmlFor={`statement-${name}`}>{label}</label>
    <div className="field-control">
      <input
        id={`statement-${name}`}
        // A text field shows a day that does not exist; a date field would be empty.
        type={value === '' || isDay(value) ? 'date' : 'text'}
        name={name}
        defaultValue={value}
        autoComplete="off"
        required
        {...markError(name, error)}
      />
    </div>
    <FieldError id={`statement-${name}-error`} error={error} />
  </div>
)

const markError = (name: PeriodField, error: string | undefined) =>
  error ? { 'aria-invalid': true, 'aria-describedby': `statement-${name}-error` } : {}
