import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod/v4'
import { usePostForm } from '~/http/form/use-post-form'
import { Away, book, createAction, redirectWith, takeFlash } from '../forms.server'

export { clientAction } from '~/http/form/client-action'
export { shouldRevalidate } from '~/http/form/revalidation'

const schema = z.object({
  name: z.string().min(1, 'Who are you?'),
  text: z.string().min(1, 'What do you say?').max(200, 'At most 200 letters.'),
})

export function loader({ request }: LoaderFunctionArgs) {
  const { flash, end } = takeFlash(request)
  return data({ flash, entries: book.entries }, { headers: end ? { 'Set-Cookie': end } : {} })
}

export const action = createAction(
  () => ({ form: 'entry', failed: ({ name }) => `The book is away, ${name}.` }),
  async ({ readForm }) => {
    const { input, from } = await readForm(schema)
    if (!book.isThere()) throw new Away()
    book.entries.push(`${input.name}: ${input.text}`)
    return redirectWith(from, { notice: 'Thank you.' })
  },
)

export default function GuestBook() {
  const { flash, entries } = useLoaderData<typeof loader>()
  const returned = flash?.form ?? null
  const { busy, failed, key, ref, onSubmit } = usePostForm('/', returned)
  const notice = failed ? 'Not sent. Try again.' : flash?.notice
  return (
    <form method="post" action="/?index" key={key} ref={ref} onSubmit={onSubmit} noValidate>
      <input type="hidden" name="from" value="/" />
      {notice && <p className="notice">{notice}</p>}
      {Object.keys(schema.shape).map((name) => (
        <label key={name}>
          {name}
          <input
            name={name}
            defaultValue={returned?.values[name]}
            aria-invalid={returned?.errors[name] !== undefined}
          />
          {returned?.errors[name]}
        </label>
      ))}
      <button aria-disabled={busy}>Sign</button>
      <ul>
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </form>
  )
}
