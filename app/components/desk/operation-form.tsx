import type { ComponentProps } from 'react'
import { deskMessages } from '~/messages/desk'
import { PostForm } from '~/components/ui/form'
import { deskPaths } from '~/http/desk/paths'
import type { FieldView } from '~/http/desk/views/fields.server'
import './desk.css'

type OperationFormProps = Omit<ComponentProps<typeof PostForm>, 'whenFailed'>

/** Of a form with a file. */
export const findFormEncoding = (fields: readonly FieldView[]) =>
  fields.some(({ kind }) => kind === 'file') ? { encType: 'multipart/form-data' as const } : {}

export const hasSnippets = (fields: readonly FieldView[]): boolean =>
  fields.some(({ snippets }) => snippets !== undefined && snippets.texts.length > 0)

/** Of a form with texts for replies, whose button sends it elsewhere. */
export const findOtherAction = (fields: readonly FieldView[]) =>
  hasSnippets(fields) ? { otherAction: deskPaths.fillReply } : {}

export const OperationForm = ({ className = 'form desk-form', ...props }: OperationFormProps) => (
  <PostForm {...props} className={className} whenFailed={deskMessages.draft.failed} />
)
