import type { Actor } from '~/desk/actor.server'
import { requireClaim } from '~/desk/claim-columns'
import { mayAnswer } from '~/desk/claim-steps'
import { findOperation } from '~/desk/find-operation'
import type { Operation } from '~/desk/operation'
import { mayDo } from '~/desk/roles'
import { listReplies } from './replies/list-replies.server'
import type { Reply } from './replies/reply'
import type { FoundTopic } from './views/find-page.server'
import { readFormPage, type FormPage } from './views/read-form.server'

export interface RecordExtras {
  lead: readonly string[]
  replies: readonly Reply[]
  /** The form that answers a claim; null: the claim cannot be answered, or not by this role. */
  answerForm: FormPage | null
  /** The record lists its own possible actions, instead of the generic list. */
  namesNext: boolean
}

type Shape = Pick<RecordExtras, 'lead' | 'namesNext'>

const SHAPES: Record<string, Shape> = {
  'conversions show': {
    lead: [
      'status',
      'store',
      'sale',
      'cashback',
      'withdrawable_at',
      'order_number',
      'user_id',
      'created_at',
      'decline_reason',
    ],
    namesNext: true,
  },
  'users show': {
    lead: [
      'username',
      'phone_number',
      'created_at',
      'on_hold_until',
      'available',
      'pending',
      'on_its_way',
      'owed to us',
    ],
    namesNext: false,
  },
  'claims show': {
    lead: [
      'state',
      'kind',
      'user_id',
      'username',
      'store',
      'visit',
      'order_number',
      'amount',
      'as_promised',
      'withdrawal',
      'answer_by',
      'waits_for_us',
    ],
    namesNext: true,
  },
}

/** Null: the record has the generic page. `input`: the operation's parsed input. */
export async function readRecordExtras(
  { name }: Operation,
  topic: FoundTopic,
  actor: Actor,
  input: { id?: number },
): Promise<RecordExtras | null> {
  const shape = SHAPES[name]
  if (!shape) return null
  const answerForm = name === 'claims show' ? await readAnswerForm(topic, actor, input.id!) : null
  return { ...shape, replies: await listReplies(name, input as never), answerForm }
}

async function readAnswerForm(topic: FoundTopic, actor: Actor, id: number): Promise<FormPage | null> {
  const operation = await findOperation('claims answer')
  if (!mayDo(actor.role, operation.role) || !mayAnswer(await requireClaim(id), actor.role)) return null
  return readFormPage(operation, topic, actor, new URLSearchParams({ id: String(id) }))
}
