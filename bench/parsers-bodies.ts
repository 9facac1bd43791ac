import { findPasswordProblem } from '~/accounts/passwords.server'
import { maskName, normalizeEmail, normalizePhone, normalizeUsername } from '~/accounts/rules'
import { readJson } from '~/api/request.server'
import { maskEmail } from '~/formats/email-address'
import { csvLine } from '~/formats/csv'
import { readFormData } from '~/http/body.server'
import { writeFlash } from '~/http/flash.server'
import { readForm } from '~/http/input.server'
import { readParameters } from '~/http/parameters.server'
import { escapeJson, parseJsonTexts } from '~/formats/json'
import { parseAmount, parsePercent, SPREADSHEET, TYPED } from '~/formats/amounts'
import { networks } from '~/config/networks'
import { readReport, readReportRow } from '~/tracking/reports'
import { readAmountCell } from '~/wallet/settlement/cells'
import { digestBody, isHmac, parseBody } from '~/wallet/payout/signed.server'
import { formatReason } from '~/wallet/payout/port'
import { z } from 'zod/v4'
import { post, URLENCODED, type Rows } from './parsers-requests'

const OPTIONS = { form: 'x' }
export const bodies: Rows = [
  ['URL-encoded form', (text) => readForm(post(URLENCODED, text), z.object({}), OPTIONS)],
  [
    'URL-encoded form that is refused',
    (text) => readForm(post(URLENCODED, text), z.object({ x: z.string() }), OPTIONS),
  ],
  [
    'value of a URL-encoded form',
    (text) => readForm(post(URLENCODED, `x=${text.replaceAll('&', '~')}`), z.object({}), OPTIONS),
  ],
  ['multipart form', (text) => readFormData(post('multipart/form-data; boundary=b', text))],
  [
    'header of a part',
    (text) =>
      readFormData(
        post(
          'multipart/form-data; boundary=b',
          `--b\r\nContent-Disposition: form-data; ${text}\r\n\r\nx\r\n--b--`,
        ),
      ),
  ],
  [
    'content of a part',
    (text) =>
      readFormData(
        post(
          'multipart/form-data; boundary=b',
          `--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n${text}\r\n--b--`,
        ),
      ),
  ],
  [
    'flash of what was typed',
    (text) => writeFlash('/', { form: { form: 'x', values: { a: text, b: text.slice(9) }, errors: {} } }),
  ],
  [
    'flash of many fields',
    (text) =>
      writeFlash('/', {
        form: {
          form: 'x',
          values: Object.fromEntries(text.split('&').map((name) => [name, ''])),
          errors: {},
        },
      }),
  ],
  ['JSON of the API', (text) => readJson(post('application/json', text))],
  ['JSON with its numbers as text', (text) => parseJsonTexts(text)],
  ['JSON for the log', (text) => escapeJson(text)],
  ['JSON of a postback', (text) => readParameters(post('application/json', text))],
  ['form of a postback', (text) => readParameters(post(URLENCODED, text))],
  [
    'parameters of a postback',
    (text) =>
      Object.values(networks).map((network) => readReport(network, everyName(network.postback, text))),
  ],
  [
    'row of a report',
    (text) =>
      Object.values(networks).map((network) => readReportRow(network, everyName(network.columns, text))),
  ],
  [
    'webhook',
    (text) => [
      isHmac(text, 'hex', 'key', text),
      isHmac(text, 'base64', 'key', text),
      parseBody(text),
      digestBody(text),
    ],
  ],
  ['words of a provider', (text) => formatReason(text)],
  ['mobile number', normalizePhone],
  ['e-mail', normalizeEmail],
  ['name', normalizeUsername],
  ['masks', (text) => [maskName(text), maskEmail(text)]],
  ['chosen password', (text) => findPasswordProblem(text, { username: 'a', phone_number: '', email: '' })],
  ['amount', (text) => parseAmount(text, TYPED)],
  ['percentage', (text) => parsePercent(text, TYPED)],
  ['amount of a statement', (text) => readAmountCell(text, SPREADSHEET)],
  ['cell of a CSV', (text) => csvLine([text])],
]

const everyName = (names: object, text: string) =>
  Object.fromEntries(Object.values(names).flatMap((all: string[]) => all.map((name) => [name, text])))
