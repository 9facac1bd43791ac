/** The message is for the operator. `field` names the input; `details` are lines before it, such as rows of a file. */
export class RefusalError extends Error {
  constructor(
    message: string,
    readonly field?: string,
    readonly details: readonly string[] = [],
  ) {
    super(message)
  }
}

export const refuseAll = (reasons: readonly string[]): RefusalError =>
  new RefusalError(reasons.at(-1)!, undefined, reasons.slice(0, -1))

interface AnyRefusal {
  ok: false
  reason: string
}

export type ExtractRefusal<Answer> = Extract<Answer, AnyRefusal>

type Explanation = string | RefusalError

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
  return typeof explained === 'string' ? new RefusalError(explained, field ?? undefined) : explained
}
