import { formatDate } from '~/platform/formats/dates'
import { findSame } from '~/domain/outreach/issues.server'
import { readIssue, type IssueContent } from '~/domain/outreach/read-issue.server'
import { canSendMail } from '~/domain/outreach/queue-mail.server'
import type { InputFile } from '../fields'
import { RefusalError } from '../refusal'
import { see } from '../operation'

const MOST_BYTES = 100_000

interface NewsletterInput {
  file: InputFile
  subject: string
  preheader?: string | undefined
}

/** Throws RefusalError for a file that makes no mail, and where no mail can be sent. */
export async function readContent({ file, subject, preheader }: NewsletterInput): Promise<IssueContent> {
  if (!canSendMail()) throw new RefusalError('No mail can be sent: set SMTP_URL first.')
  const text = await file.text()
  if (Buffer.byteLength(text) > MOST_BYTES) throw new RefusalError('A newsletter has 100 kB at most.', 'file')
  const content = readIssue({ subject, preheader, fileName: file.name, text })
  if (!content.body) throw new RefusalError('The file has no text.', 'file')
  return content
}

/** A mark before each line prevents a body that imitates the lines of the command itself. */
export const quoteBody = (body: string): string[] => body.split('\n').map((line) => `| ${line}`.trimEnd())

/** Throws RefusalError if the same was sent before. */
export async function requireNew(content: IssueContent): Promise<void> {
  const same = await findSame(content)
  if (same)
    throw new RefusalError(
      `The same newsletter is issue ${same.id}, begun on ${formatDate(same.created_at)}.`,
      'file',
      { next: [see('newsletter show', { id: same.id })] },
    )
}
