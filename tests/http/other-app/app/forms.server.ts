/** What a guest book says of its forms. It has no sessions, so that each form is its sender's. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createFlash, placeForm, type FlashCookie } from '~/http/form/flash.server'
import type { FormFlash } from '~/http/form/form-flash'
import { createForms } from '~/http/form/forms.server'

interface Flash {
  notice?: string
  form?: FormFlash
}

const sign = (text: string) => createHmac('sha256', process.env.BOOK_SECRET!).update(text).digest('base64url')

function readSigned(header: string | null): string | null {
  const [, text, mark] = /(?:^|; )flash=([\w-]+)\.([\w-]{43})(?:;|$)/.exec(header ?? '') ?? []
  if (!text || !mark || !timingSafeEqual(Buffer.from(mark), Buffer.from(sign(text)))) return null
  return Buffer.from(text, 'base64url').toString()
}

const cookie: FlashCookie<Flash> = {
  read: (request) => JSON.parse(readSigned(request.headers.get('Cookie')) ?? 'null'),
  write({ path, ...flash }) {
    const text = Buffer.from(JSON.stringify({ path, flash })).toString('base64url')
    return `flash=${text}.${sign(text)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=300`
  },
  end: () => 'flash=; Path=/; Max-Age=0',
}

export const { takeFlash, redirectWith } = createFlash<Flash>({
  cookie,
  cacheControl: 'no-store',
})

export class Away extends Error {}

export const book = { entries: new Array<string>(), isThere: () => process.env.BOOK !== 'away' }

export const { createAction } = createForms<string>({
  requireSameOrigin(request) {
    if (request.headers.get('Sec-Fetch-Site') === 'cross-site') throw new Response(null, { status: 403 })
  },
  requireOwnForm: async () => {},
  readBody: (request) => request.formData(),
  readFile: () => Promise.resolve(null),
  isLeftOut: (name) => name === 'password',
  returnForm: (to, form, notice) => redirectWith(to, { form: placeForm(to, form), notice }),
  summarizeErrors: (n) => (n > 1 ? `${n} fields are wrong.` : undefined),
  texts: { malformed: 'Fill this in once.', fileAgain: 'Choose the file again.' },
  database: {
    isAway: (error) => error instanceof Away,
    isThere: () => Promise.resolve(book.isThere()),
    report: () => {},
  },
})
