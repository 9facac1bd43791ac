import { readText, type Hint, type Next, type Remark } from './operation'

interface Help {
  /** Lines before the message, such as rows of a file. */
  details?: readonly string[]
  /** What helps. */
  next?: readonly Next[]
}

/**
 * The message is for operators at the desk and on the command line: it names no flag and no command. The desk shows it at the
 * first of `fields`, which name the input, and a link for each `next`; the command line adds flags and commands.
 */
export class RefusalError extends Error {
  readonly fields: readonly string[]
  readonly details: readonly string[]
  readonly next: readonly Next[]

  constructor(
    message: string,
    fields: string | readonly string[] = [],
    { details = [], next = [] }: Help = {},
  ) {
    super(message)
    this.fields = typeof fields === 'string' ? [fields] : fields
    this.details = details
    this.next = next
  }

  get field(): string | undefined {
    return this.fields[0]
  }
}

export const toHint = ({ message, fields, next }: RefusalError): Hint => ({
  text: message,
  ...(fields.length && { fields }),
  ...(next.length && { next }),
})

/** Several reasons: the last one is the message, and what helps is of all. */
export function refuseAll(reasons: readonly Remark[]): RefusalError {
  const hints = reasons.filter((reason) => typeof reason !== 'string')
  const fields = new Set(hints.flatMap((hint) => hint.fields ?? []))
  const next = new Map(hints.flatMap((hint) => hint.next ?? []).map((each) => [JSON.stringify(each), each]))
  const texts = reasons.map(readText)
  return new RefusalError(texts.at(-1)!, [...fields], {
    details: texts.slice(0, -1),
    next: [...next.values()],
  })
}

interface AnyRefusal {
  ok: false
  reason: string
}

export type ExtractRefusal<Answer> = Extract<Answer, AnyRefusal>

type Explanation = string | Hint | RefusalError

export type Reasons<Refusal extends AnyRefusal> = {
  [Reason in Refusal['reason']]: Explanation | ((refusal: Refusal & { reason: Reason }) => Explanation)
}

/** Returns an answer that is done. Throws RefusalError about `field`, with the text of the reason, for any other one. */
export function requireDone<Answer extends { ok: true } | AnyRefusal>(
  answer: Answer,
  field: string | null,
  reasons: Reasons<ExtractRefusal<Answer>>,
): Exclude<Answer, AnyRefusal> {
  if (answer.ok) return answer as Exclude<Answer, AnyRefusal>
  throw refuseFor(answer as ExtractRefusal<Answer>, field, reasons)
}

export function refuseFor<Refusal extends AnyRefusal>(
  refusal: Refusal,
  field: string | null,
  reasons: Reasons<Refusal>,
): RefusalError {
  const reason = reasons[refusal.reason as Refusal['reason']] as
    Explanation | ((refusal: Refusal) => Explanation)
  const explained = typeof reason === 'function' ? reason(refusal) : reason
  if (explained instanceof RefusalError) return explained
  const {
    text,
    fields = field ?? [],
    next = [],
  } = typeof explained === 'string' ? { text: explained } : (explained as Hint)
  return new RefusalError(text, fields, { next })
}
