import { randomUUID } from 'node:crypto'
import { paths } from '~/paths'
import { writeMail } from './email/write-mail.server'
import { nameIssueKind, writeIssueMail } from './issues.server'

/** The HTML that a subscriber gets, with an unsubscribe link that is invalid. */
export const renderIssue = (issue: Parameters<typeof writeIssueMail>[0]): string =>
  writeMail({
    id: 0,
    key: randomUUID(),
    kind: nameIssueKind(0),
    topic: 'newsletter',
    userId: null,
    address: 'reader@mail.invalid',
    notification: null,
    mail: writeIssueMail(issue),
    unsubscribe: paths.leaveNewsletter,
  }).html
