/** For the operator. `field` names the input; `details` come before the message, such as rows of a file. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly field?: string,
    readonly details: readonly string[] = [],
  ) {
    super(message)
  }
}

export const refuseAll = (reasons: readonly string[]): Refused =>
  new Refused(reasons.at(-1)!, undefined, reasons.slice(0, -1))
