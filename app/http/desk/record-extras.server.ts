import type { Actor } from '~/desk/actor.server'
import { requireClaim } from '~/desk/claim-columns'
import { mayAnswer } from '~/desk/claim-steps'
import type { TypedInput } from '~/desk/command-text'
import { findOperation } from '~/desk/find-operation'
import type { Operation } from '~/desk/operation'
import { db } from '~/platform/db/client.server'
import { mayDo } from '~/desk/roles'
import { listReplies } from './replies/list-replies.server'
import type { Reply } from './replies/reply'
import { describeChosen, type ChosenView } from './views/chosen.server'
import type { FoundTopic } from './views/find-page.server'
import { buildQuery } from './views/paths'
import { readFormPage, type FormView } from './views/read-form.server'

export interface RecordExtras {
  lead: readonly string[]
  replies: readonly Reply[]
  repliesTitle: string
  /** The form that answers a claim; null: the claim cannot be answered, or not by this role. */
  answerForm: FormView | null
  /** The form that edits the record; null: it has none, or not for this role. */
  editForm: EditForm | null
  /** Tables that have a panel each, with what can be done with the chosen rows. */
  panels: readonly PanelView[]
  /** The record lists its own possible actions, instead of the generic list. */
  namesNext: boolean
}

export interface EditForm extends FormView {
  /** Names the record, which the page is about. */
  subject: { name: string; value: string }
}

export interface PanelView {
  table: string
  /** Null: its rows are only shown. */
  chosen: ChosenView | null
}

type Shape = Pick<RecordExtras, 'lead' | 'namesNext'> &
  Partial<Pick<RecordExtras, 'repliesTitle'>> & {
    /** The edit whose form is on the page. */
    edit?: string
    /** Operations with the chosen rows of a table, whose first column has their number. */
    panels?: Readonly<Record<string, readonly string[]>>
  }

const SHOP_PANELS = { planned: [], by_hand: [] }

const SHAPES: Record<string, Shape> = {
  'catalogue show': {
    lead: [
      'state',
      'hidden_reason',
      'page',
      'store',
      'payout',
      'code',
      'keeps cashback',
      'category',
      'starts_at',
      'ends_at',
      'clicks_30d',
    ],
    namesNext: true,
    edit: 'catalogue edit',
    panels: SHOP_PANELS,
  },
  'stores show': {
    lead: ['page', 'live_count', 'up_to', 'store_url', 'source'],
    namesNext: true,
    edit: 'stores set',
    panels: SHOP_PANELS,
  },
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
  'postbacks show': {
    lead: [
      'state',
      'why',
      'network',
      'user_id',
      'offer',
      'reported_sale',
      'reported_commission',
      'in_full',
      'up_to_cap',
      'sale_status',
      'received_at',
      'resolution',
    ],
    namesNext: true,
    repliesTitle: 'To write to the network',
    panels: { newer: [] },
  },
  'signals show': {
    lead: ['raised_at', 'upheld_at', 'upheld_reason', 'cleared_at', 'cleared_reason'],
    namesNext: true,
    panels: {
      ties: ['signals clear-each', 'signals uphold-each'],
      accounts: ['users hold-each'],
      requested: ['withdrawals refuse-each'],
      withdrawals: [],
    },
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
  typed: TypedInput,
): Promise<RecordExtras | null> {
  const found = SHAPES[name]
  if (!found) return null
  const { panels = {}, edit, ...shape } = found
  const answerForm = name === 'claims show' ? await readAnswerForm(topic, actor, input.id!) : null
  return {
    repliesTitle: 'To send to the customer',
    ...shape,
    replies: await listReplies(name, input as never),
    answerForm,
    editForm: edit === undefined ? null : await readEditForm(edit, topic, actor, typed),
    panels: await Promise.all(
      Object.entries(panels).map(async ([table, operations]) => ({
        table,
        chosen: operations.length ? await describeChosen(operations, actor.role) : null,
      })),
    ),
  }
}

/** Its record is named as the page names it. */
async function readEditForm(
  name: string,
  topic: FoundTopic,
  actor: Actor,
  typed: TypedInput,
): Promise<EditForm | null> {
  const operation = await findOperation(name)
  if (!mayDo(actor.role, operation.role)) return null
  const query = new URLSearchParams(buildQuery(typed))
  const { fields, ...form } = await readFormPage(operation, topic, actor, query, { isOpened: true })
  const [subject, ...others] = fields
  return { ...form, fields: others, subject: subject! }
}

async function readAnswerForm(topic: FoundTopic, actor: Actor, id: number): Promise<FormView | null> {
  const operation = await findOperation('claims answer')
  if (!mayDo(actor.role, operation.role) || !mayAnswer(await requireClaim(id, db), actor.role)) return null
  return readFormPage(operation, topic, actor, new URLSearchParams({ id: String(id) }), { isOpened: true })
}
