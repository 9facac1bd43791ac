const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/
/** Printable ASCII without what a shell or Node's --env-file treats specially. */
const PLAIN = /^[A-Za-z0-9_.,:/@%+=*?![\]{}^-]*$/
const QUOTED = /^(?:"([^"\\$`\p{Cc}]*)"|'([^'\\\p{Cc}]*)')$/u

export type EnvFile = { ok: true; values: Map<string, string> } | { ok: false; problems: string[] }

/** Accepts only what a shell, systemd and Node's --env-file read alike. Problems never name a value. */
export function parseEnvFile(text: string): EnvFile {
  const values = new Map<string, string>()
  const problems: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const problem = readLine(line, values)
    if (problem) problems.push(`line ${index + 1}: ${problem}`)
  }
  return problems.length ? { ok: false, problems } : { ok: true, values }
}

function readLine(line: string, values: Map<string, string>): string | null {
  if (line.endsWith('\r')) return 'ends as on Windows: save the file with Unix line ends'
  // systemd continues a comment on the next line.
  if (line.startsWith('#')) return line.endsWith('\\') ? 'a comment must not end with a backslash' : null
  if (!line) return null
  const [, name = '', text = ''] = ASSIGNMENT.exec(line) ?? []
  if (!name) return 'must be NAME=value, or a comment that begins with #'
  if (values.has(name)) return `${name}: is set a second time`
  const quoted = QUOTED.exec(text)
  if (!quoted && !PLAIN.test(text))
    return `${name}: quote a value that has blanks or special characters, "like this"; $, \` and " need single quotes, a backslash and line breaks are not possible`
  values.set(name, quoted ? (quoted[1] ?? quoted[2] ?? '') : text)
  return null
}
