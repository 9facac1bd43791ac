import { randomUUID } from 'node:crypto'
import { paths } from '~/paths'
import { writeMail } from '../email/write-mail.server'
import { issueKind, writeIssueMail } from './issues.server'

/** As a subscriber gets it, with a link to leave by that is nobody's. */
export const renderIssue = (issue: Parameters<typeof writeIssueMail>[0]): string =>
  writeMail({
    id: 0,
    key: randomUUID(),
    kind: issueKind(0),
    topic: 'newsletter',
    userId: null,
    address: 'reader@mail.invalid',
    notification: null,
    mail: writeIssueMail(issue),
    unsubscribe: paths.leaveNewsletter,
  }).html
