import { randomUUID } from 'node:crypto'
import { paths } from '~/paths'
import { buildMail } from './email/build-mail.server'
import { nameIssueKind, buildIssueMail } from './issues.server'

/** The HTML that a subscriber gets, with an unsubscribe link that is invalid. */
export const renderIssue = (issue: Parameters<typeof buildIssueMail>[0]): string =>
  buildMail({
    id: 0,
    key: randomUUID(),
    kind: nameIssueKind(0),
    topic: 'newsletter',
    userId: null,
    address: 'reader@mail.invalid',
    notification: null,
    mail: buildIssueMail(issue),
    unsubscribe: paths.leaveNewsletter,
  }).html
