import { deskMessages } from '~/messages/desk'
import { PostForm } from '~/ui/form'
import { Submit } from '~/ui/submit'
import { OperationFields } from './operation-fields'
import { PageHead } from './page-head'
import type { FormPage as Page } from './read-form.server'
import './desk.css'

export const FormPage = ({ page }: { page: Page }) => (
  <>
    <PageHead {...page} />
    <div className="desk-panel">
      <InputForm page={page} />
    </div>
  </>
)

type Form = Pick<Page, 'path' | 'fields' | 'hasFile' | 'version'>

/** `draft`: the form was sent before, with files perhaps. */
export const InputForm = ({ page, draft }: { page: Form; draft?: string }) => (
  <PostForm
    form="operation"
    action={page.path}
    className="form desk-form"
    whenFailed={deskMessages.draft.failed}
    {...(page.hasFile && { encType: 'multipart/form-data' as const })}
  >
    {page.version && <input type="hidden" name="version" value={page.version} />}
    {draft && <input type="hidden" name="draft" value={draft} />}
    {page.fields.length > 0 ? (
      <OperationFields fields={page.fields} isPosted />
    ) : (
      <p>There is nothing to fill in.</p>
    )}
    <Submit whenBusy="Looking…">Preview</Submit>
  </PostForm>
)
