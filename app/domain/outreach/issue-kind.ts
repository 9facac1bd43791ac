/** The `kind` of an issue's mails, and the `reference` of its notifications (their kind is PUSH_KIND). */
export const nameIssueKind = (id: number) => `newsletter:${id}`
export const PUSH_KIND = 'newsletter'
