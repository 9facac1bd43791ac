import { and, eq, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { operators } from '~/platform/db/schema/operations'
import { formatCount } from '~/platform/formats/count'
import { addressSchema } from '~/domain/outreach/newsletter-fields.server'
import { countSubscribers, addIssue, buildIssueMail, countPushReaders } from '~/domain/outreach/issues.server'
import type { IssueContent } from '~/domain/outreach/read-issue.server'
import { renderIssue } from '~/domain/outreach/render-issue.server'
import { queueMail } from '~/domain/outreach/queue-mail.server'
import { defineChange, defineJob } from '../define'
import { forEachRow } from '../each-row.server'
import { makeField } from '../field'
import * as field from '../fields'
import { listIf, type Answer } from '../operation'
import { RefusalError } from '../refusal'
import { quoteBody, readContent, requireNew } from './read-content.server'

/** A newsletter to more subscribers and members with push than this needs a second person. */
const MAX_WITHOUT_APPROVAL = 1000

const content = {
  file: field.file('its content: .html, or a text with empty lines between paragraphs', {
    place: 'argument',
  }),
  subject: field.text('the subject of the mail', { most: 150 }),
  preheader: field
    .text('what a mailbox shows beside the subject; its first words if left out', { most: 150 })
    .optional(),
}

const describeContent = (issue: IssueContent): Answer => ({
  facts: [
    { name: 'subject', kind: 'text', value: issue.subject },
    { name: 'preheader', kind: 'text', value: issue.preheader },
  ],
  notes: listIf(
    issue.removed.length,
    `Left out, because mails load and run nothing: ${issue.removed.join(', ')}.`,
  ),
  frame: { title: `Preview of ${issue.subject}`, html: renderIssue(issue), lines: quoteBody(issue.body) },
})

export const send = defineJob({
  name: 'newsletter send',
  title: 'Send a newsletter',
  summary: 'send a newsletter to all subscribers, in batches',
  role: 'catalogue',
  confirm: 'ask',
  input: {
    ...content,
    rate: field.wholeNumber('mails a minute; 300 if left out', { most: 1200 }).optional(),
  },
  needsSecondPerson: async () =>
    (await countSubscribers()) + (await countPushReaders()) > MAX_WITHOUT_APPROVAL,
  help: `
The worker hands the mails to the outbox, outside of the quiet hours, and no faster than they are sent. It may be ended at any
moment: nobody gets it twice. Members who want newsletters by push get a notification with the subject. Above ${MAX_WITHOUT_APPROVAL} readers a second person gives the same command. Send it to yourself first.`,
  examples: ['newsletter send june.html --subject "The best of June"'],
  async run({ rate = 300, ...given }, context) {
    const issue = await readContent(given)
    await requireNew(issue)
    const subscribers = await countSubscribers()
    const pushed = await countPushReaders()
    if (!subscribers && !pushed) throw new RefusalError('Nobody gets the newsletter.')
    const byPush = pushed ? `, and by push to ${formatCount(pushed, 'member')}` : ''
    const [outcome] = await forEachRow(
      [issue],
      context,
      () => 'newsletter',
      (one, tx) => addIssue(tx, one, { perMinute: rate, by: context.by }),
    )
    return {
      effect: `Sends “${issue.subject}” to ${formatCount(subscribers, 'subscriber')}${byPush}, ${rate} a minute`,
      ...describeContent(issue),
      ...(context.apply &&
        outcome!.done !== null && {
          next: [{ operation: 'newsletter show', input: { id: outcome!.done } }],
        }),
    }
  },
})

async function isOperatorAddress(address: string): Promise<boolean> {
  const isIt = and(eq(operators.state, 'active'), eq(sql`lower(${operators.email})`, address))
  return (await db.$count(operators, isIt)) > 0
}

const email = makeField('text', 'the address that gets it', 'It must be one e-mail address.', (typed) => {
  const read = addressSchema.safeParse({ email: typed })
  return read.success ? read.data.email : undefined
})

export const test = defineChange({
  name: 'newsletter test',
  title: 'Test a newsletter',
  summary: 'send a newsletter to one address, to look at it',
  role: 'catalogue',
  // A test mail has any content, goes out at once and in our name: to a stranger it needs a second person.
  needsSecondPerson: async ({ to }) => !(await isOperatorAddress(to)),
  input: { ...content, to: email },
  examples: ['newsletter test june.html --subject "The best of June" --to asha@example.in'],
  async run({ to, ...given }, _, tx) {
    const issue = await readContent(given)
    await queueMail(tx, { to, kind: 'newsletter test', content: buildIssueMail(issue) })
    return {
      effect: `Sends “${issue.subject}” to ${to}`,
      ...describeContent(issue),
      changed: [],
    }
  },
})
