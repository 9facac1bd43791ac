// How a page reads without styles: in a text browser, copied, or as the name of a control.

/** Elements that are inline without styles; all others start a new line. */
const INLINE = new Set(
  (
    'a abbr article aside b bdi bdo button canvas cite code data details dfn dialog em footer header i img input kbd ' +
    'label main mark meter nav output path progress q s search section select small span strong sub summary sup svg ' +
    'symbol time u use var'
  ).split(' '),
)
const CONTROL = new Set(['a', 'button', 'input', 'select', 'summary'])
const SILENT = /<(script|style|head|title)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g
const TOKEN = /<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+/gi
/** Placeholder for a field; browsers separate adjacent fields by drawing them. */
const FIELD = '[_]'
const WORD_END = /[\p{L}\p{N}.!?%)]$/u
const WORD_START = /^[\p{L}\p{N}([]/u

/** Texts of different elements that run together ('ElectronicsFashion'), adjacent or unnamed links and buttons. */
export function findReadingProblems(html: string): string[] {
  return [...findGluedTexts(html), ...findNamelessControls(html)]
}

function findGluedTexts(html: string): string[] {
  const problems: string[] = []
  let line = ''
  let [crossed, controls] = [false, false]
  const add = (text: string) => {
    const glued = (controls ? /\S$/ : WORD_END).test(line) && WORD_START.test(text)
    const isBesideField = text === FIELD && line.endsWith(FIELD)
    if (crossed && glued && !isBesideField) problems.push(`${line.slice(-30)}|${text.slice(0, 30)}`)
    line = (line + text).slice(-60)
    crossed = controls = false
  }
  for (const [token, , name = '', attributes = ''] of html.replace(SILENT, '').matchAll(TOKEN)) {
    const tag = name.toLowerCase()
    if (!tag) add(token)
    else if (!INLINE.has(tag)) line = ''
    else {
      crossed = true
      controls ||= CONTROL.has(tag)
      if (tag === 'input' && !/type="hidden"/.test(attributes)) add(FIELD)
      const alt = tag === 'img' && /alt="([^"]+)"/.exec(attributes)?.[1]
      if (alt) add(alt)
    }
  }
  return problems
}

function findNamelessControls(html: string): string[] {
  return [...html.matchAll(/<(a|button)\b[^>]*>([\s\S]*?)<\/\1>/g)]
    .filter(([, , inside = '']) => !/\S/.test(inside.replace(/<img[^>]*alt="([^"]*)"[^>]*>|<[^>]*>/g, '$1')))
    .map(([control]) => `no text: ${control.slice(0, 120)}`)
}
