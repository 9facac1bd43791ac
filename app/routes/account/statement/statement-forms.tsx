import { Form } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { isDay } from '~/platform/formats/dates'
import { paths } from '~/paths'
import { Icon } from '~/components/ui/icon'
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
    years: addTyped('year', years).map((year) => [year, `April to March ${year.replace('-', '–')}`]),
  }
}

/** The page's choice of a month, a year or its two days is one field, `period`; links and files have a parameter for each. */
export function readChosenPeriod(params: URLSearchParams): URLSearchParams {
  const chosen = params.get('period')
  if (chosen === null) return params
  const [days, from = '', to = ''] = /^days:([^:]*):(.*)$/s.exec(chosen) ?? []
  if (days !== undefined) return new URLSearchParams({ from, to })
  const [, field, value = ''] = /^(month|year):(.*)$/s.exec(chosen) ?? []
  return new URLSearchParams({ [field ?? 'month']: value })
}

type StatementFormsProps = Choices & Pick<PeriodChoice, 'typed' | 'errors'>

export function StatementForms({ months, years, typed, errors }: StatementFormsProps) {
  const forms = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length)
      forms.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  const hasDays = Boolean(typed.from || typed.to || errors.from || errors.to)
  return (
    <div ref={forms} className="statement-forms">
      <Chooser months={months} years={years} typed={typed} error={errors.month ?? errors.year} />
      {/* A key, because its state would outlive the next period. */}
      <details key={String(hasDays)} open={hasDays}>
        <summary>
          Between two days <Icon name="chevron" />
        </summary>
        <Days typed={typed} errors={errors} />
      </details>
    </div>
  )
}

interface ChooserProps extends Choices, Pick<PeriodChoice, 'typed'> {
  error: string | undefined
}

/** One field, so that what is sent cannot contradict itself. */
function Chooser({ months, years, typed: { month, year, from, to }, error }: ChooserProps) {
  const isDays = Boolean(from || to)
  const days = `days:${from}:${to}`
  const selected = isDays ? days : year ? `year:${year}` : `month:${month}`
  const listed = [
    ...(isDays ? [days] : []),
    ...months.map(([choice]) => `month:${choice}`),
    ...years.map(([choice]) => `year:${choice}`),
  ]
  // A value that is not listed would leave the field empty.
  const value = listed.includes(selected) ? selected : listed[0]!
  const form = useFormFromUrl({ period: value })
  return (
    <Form ref={form} action={paths.statement} className="field" aria-label="Period" preventScrollReset>
      <label htmlFor="statement-period-choice">Period</label>
      <div className="field-control">
        <select
          id="statement-period-choice"
          name="period"
          defaultValue={value}
          autoComplete="off"
          {...markError('period', error)}
        >
          {isDays && <option value={days}>Between two days</option>}
          <Options field="month" label="Month" choices={months} />
          <Options field="year" label="Financial year, April to March" choices={years} />
        </select>{' '}
        <button type="submit" className="button" aria-label="Show: period">
          Show
        </button>
      </div>
      <FieldError id="statement-period-error" error={error} />
    </Form>
  )
}

const Options = ({ field, label, choices }: { field: PeriodField; label: string; choices: Choice[] }) => (
  <optgroup label={label}>
    {choices.map(([choice, words]) => (
      <option key={choice} value={`${field}:${choice}`}>
        {words}
      </option>
    ))}
  </optgroup>
)

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

interface DayProps {
  label: string
  name: PeriodField
  value: string
  error: string | undefined
}

const Day = ({ label, name, value, error }: DayProps) => (
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

const markError = (name: PeriodField | 'period', error: string | undefined) =>
  error ? { 'aria-invalid': true, 'aria-describedby': `statement-${name}-error` } : {}
