import type { Next } from '~/desk/operation'
import type { TypedInput } from '~/desk/command-text'
import type { StoredFiles } from '~/desk/read-input'
import type { AnswerView } from '../views/view'

export interface DraftInput {
  typed: TypedInput
  files: StoredFiles
  uncovers: boolean
  version?: string | undefined
  /** The approval to which it agrees. */
  approval?: number | undefined
}

export interface RefusalView {
  message: string
  details: readonly string[]
}

export interface DraftPreview {
  answer: AnswerView
  present: AnswerView['facts'] | null
  consent: string
  isEmpty?: boolean | undefined
  version?: string | undefined
  frame?: { title: string; html: string } | undefined
}

export type Result =
  /** `job`: of a job, whose files are fetched by it. */
  | { state: 'done'; logId: number; answer: AnswerView | null; job?: number | undefined }
  | { state: 'queued'; job: number }
  /** `wait`: who may agree, or from when the same person may confirm. */
  | { state: 'waits'; approval: number; wait?: string }

export interface DraftState {
  errors: Record<string, string>
  /** What helps where it is refused. */
  next?: readonly Next[] | undefined
  refusal?: RefusalView | undefined
  preview?: DraftPreview | undefined
  before?: AnswerView | undefined
  /** Why the confirmation has no result. 'interrupted': the change may be done in part, or not at all. */
  unconfirmed?: 'old' | 'changed' | 'running' | 'interrupted' | 'undone' | undefined
  logId?: number | undefined
  changedBy?: string | undefined
  result?: Result | undefined
}

export interface Draft {
  id: string
  operatorId: number
  operation: string
  input: DraftInput
  state: DraftState
  createdAt: Date
}
