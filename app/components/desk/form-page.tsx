import { Submit } from '~/components/ui/submit'
import { OperationFields } from './operation-fields'
import { findFormEncoding, findOtherAction, OperationForm } from './operation-form'
import { PageHead } from './page-head'
import { formatFormName } from '~/http/desk/views/labels'
import type { FormView as Page } from '~/http/desk/views/read-form.server'

export const FormPage = ({ page }: { page: Page }) => (
  <>
    <PageHead {...page} />
    <div className="desk-panel">
      <InputForm page={page} />
    </div>
  </>
)

type Form = Pick<Page, 'path' | 'fields' | 'version'>

interface InputFormProps {
  page: Form
  /** The form was sent before, with files perhaps. */
  draft?: string
  /** What the page is about, so that no field asks for it. */
  subject?: { name: string; value: string }
}

export const InputForm = ({ page, draft, subject }: InputFormProps) => (
  <OperationForm
    form="operation"
    action={page.path}
    {...findFormEncoding(page.fields)}
    {...findOtherAction(page.fields)}
  >
    {page.version && <input type="hidden" name="version" value={page.version} />}
    {draft && <input type="hidden" name="draft" value={draft} />}
    {subject && <input type="hidden" name={formatFormName(subject.name)} value={subject.value} />}
    {page.fields.length > 0 ? (
      <OperationFields fields={page.fields} isPosted />
    ) : (
      <p>There is nothing to fill in.</p>
    )}
    <Submit whenBusy="Looking…">Preview</Submit>
  </OperationForm>
)
