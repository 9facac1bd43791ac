import { LARGEST_FILE } from '~/platform/config/body-limits'
import { deskMessages } from '~/messages/desk'
import { listFields } from '~/desk/command-text'
import { toReader, type Call } from '~/desk/call'
import type { FieldFacts } from '~/desk/field'
import type { GuardedOperation, Operation } from '~/desk/operation'
import { makeConsent, prepare, type Prepared } from '~/desk/prepare.server'
import { nameLastChange } from '~/desk/present.server'
import type { StoredFiles } from '~/desk/read-input'
import { RefusalError } from '~/desk/refusal'
import { db } from '~/platform/db/client.server'
import type { Actor } from '~/desk/actor.server'
import { toAnswerView, toFacts } from '../views/answer.server'
import { findShownField } from '../views/fields.server'
import { isReading } from '../views/frame.server'
import { formatFormName, formatWithoutName } from '../views/labels'
import { readDeskCall, readTyped } from '../views/typed.server'
import { addDraft } from './drafts.server'
import type { Draft, DraftInput, DraftState, DraftPreview } from './draft'

/** `earlier`: the draft that is sent again, whose files are kept. Returns the id of the draft. */
export async function submitForm(
  operation: Operation,
  actor: Actor,
  data: FormData,
  earlier: Draft | null = null,
): Promise<string> {
  const version = data.get('version')
  const sent = await readFiles(operation, data)
  const input: DraftInput = {
    typed: readTyped(operation, data),
    files: { ...listKept(data, earlier), ...sent.files },
    uncovers: data.get('show') === 'yes' && operation.uncovers !== undefined,
    ...(typeof version === 'string' && version && { version }),
  }
  if (!Object.keys(sent.errors).length) return addChecked(operation, actor, input)
  const read = readDeskCall(operation, input, actor)
  const errors = { ...(read.ok ? {} : read.errors), ...sent.errors }
  return addDraft(actor.operatorId!, operation.name, input, { errors })
}

export async function addChecked(operation: Operation, actor: Actor, input: DraftInput): Promise<string> {
  const state = isReading(operation) ? { errors: {} } : await lookAhead(operation, input, actor)
  const files = dropRefused(operation, input.files, state.errors)
  return addDraft(actor.operatorId!, operation.name, { ...input, files }, state)
}

/** Without those that a checkbox takes out. */
const listKept = (data: FormData, earlier: Draft | null): StoredFiles =>
  Object.fromEntries(
    Object.entries(earlier?.input.files ?? {}).filter(
      ([name]) => data.get(formatWithoutName(formatFormName(name))) !== 'yes',
    ),
  )

/** A picture is refused for what it is, and would be again; another file may be right beside another field. */
function dropRefused(operation: Operation, files: StoredFiles, errors: DraftState['errors']): StoredFiles {
  const pictures = listFields(operation).filter(([, facts]) => isPicture(facts))
  const refused = new Set(pictures.flatMap(([name]) => (name in errors ? [name] : [])))
  return Object.fromEntries(Object.entries(files).filter(([name]) => !refused.has(name)))
}

const isPicture = ({ accept }: FieldFacts): boolean => accept?.startsWith('image/') === true

async function readFiles(
  operation: Operation,
  data: FormData,
): Promise<{ files: StoredFiles; errors: Record<string, string> }> {
  const files: StoredFiles = {}
  const errors: Record<string, string> = {}
  for (const [name, facts] of listFields(operation)) {
    const value = data.get(formatFormName(name))
    if (facts.kind !== 'file' || !(value instanceof File) || value.size === 0) continue
    if (value.size > LARGEST_FILE) {
      errors[name] = deskMessages.draft[isPicture(facts) ? 'pictureTooLarge' : 'tooLarge']
      continue
    }
    const content = Buffer.from(await value.arrayBuffer()).toString('base64')
    files[name] = { name: nameFile(value.name), content }
  }
  return { files, errors }
}

/** `-` is standard input on the command line, and a name goes into the log. */
const nameFile = (name: string) =>
  name
    .replaceAll(/[\p{C}/\\]/gu, '')
    .slice(-100)
    .replace(/^-$/, '') || 'file'

async function lookAhead(operation: Operation, input: DraftInput, actor: Actor): Promise<DraftState> {
  const read = readDeskCall(operation, input, actor)
  if (!read.ok) return { errors: read.errors }
  const call = read.call as Call<GuardedOperation>
  try {
    const prepared = await prepare(call)
    const preview = await toPreview(prepared, call)
    if (input.version === undefined || prepared.present?.version === input.version)
      return { errors: {}, preview }
    return { errors: {}, preview, unconfirmed: 'changed', changedBy: await describeLastChange(prepared) }
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    return toRefusal(operation, error)
  }
}

export const describeLastChange = async ({ present }: Prepared): Promise<string | undefined> => {
  const by = present && (await nameLastChange(present.subject, db))
  return by ? `${present.subject}${by}` : undefined
}

export async function toPreview(prepared: Prepared, call: Call<GuardedOperation>): Promise<DraftPreview> {
  const { seen, present } = prepared
  const reader = toReader(call)
  return {
    answer: { ...(await toAnswerView(seen, reader)), effect: seen.effect },
    present: present && toFacts(present.values, reader),
    consent: await makeConsent(call, prepared),
    version: present?.version,
    isEmpty: 'isEmpty' in seen ? seen.isEmpty : undefined,
    frame: seen.frame && { title: seen.frame.title, html: seen.frame.html },
  }
}

export function toRefusal(
  operation: Operation,
  {
    message,
    fields = [],
    details = [],
    next = [],
  }: Pick<RefusalError, 'message'> & Partial<Pick<RefusalError, 'fields' | 'details' | 'next'>>,
): DraftState {
  const field = findShownField(operation, fields)
  return field !== undefined && !details.length
    ? { errors: { [field]: message }, next }
    : { errors: {}, refusal: { message, details }, next }
}
