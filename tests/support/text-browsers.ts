import { spawnSync } from 'node:child_process'

/** Maximum number of lines, such as the header's, before the main content. */
const FIRST_LINES = 14
const MARK = 'XHEADINGX'
const BROWSERS: Record<string, string[]> = {
  lynx: ['-dump', '-nolist', '-stdin', '-display_charset=utf-8'],
  w3m: ['-dump', '-T', 'text/html', '-I', 'UTF-8', '-O', 'UTF-8', '-cols', '80'],
}

const installed = Object.keys(BROWSERS).filter((name) => !spawnSync(name, ['-version']).error)

function dump(browser: string, html: string): string {
  const { status, stdout, stderr } = spawnSync(browser, BROWSERS[browser] ?? [], {
    input: html,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${browser} ended with ${status}: ${stderr}`)
  return stdout
}

/**
 * Problems in the installed text browsers: the main content (an open dialog's title, else a notice, else the heading)
 * starts too late, or a button has no name. Empty if there are none or no such browser.
 */
export function findDumpProblems(html: string): string[] {
  const marked = html.replace(
    /<dialog\b[^>]*>[\s\S]*?<h2[^>]*>|role="(?:alert|status)"[^>]*>|<h1[^>]*>/,
    `$&${MARK} `,
  )
  return installed.flatMap((browser) => {
    const lines = dump(browser, marked).split('\n')
    const line = lines.findIndex((one) => one.includes(MARK)) + 1
    const [nameless] = /\(BUTTON\)\s*(?:\(BUTTON\)|$).{0,40}/s.exec(lines.join(' ')) ?? []
    return [
      ...(line === 0 || line > FIRST_LINES ? [`${browser}: the heading is in line ${line}`] : []),
      ...(nameless ? [`${browser}: a button without a name: ${nameless}`] : []),
    ]
  })
}
