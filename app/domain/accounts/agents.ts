/** The order matters: a browser's User-Agent also contains the names of those below it. */
const BROWSERS: [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPiOS)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/\b(Lynx|Links|ELinks|w3m)\b/i, 'Text browser'],
]

const SYSTEMS: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const first = (list: typeof BROWSERS, agent: string) => list.find(([pattern]) => pattern.test(agent))?.[1]

/** For display only: a client can send any User-Agent. */
export function describeAgent(agent: string | null): string {
  const browser = first(BROWSERS, agent ?? '') ?? 'A browser'
  const system = first(SYSTEMS, agent ?? '')
  return system ? `${browser} on ${system}` : browser
}

export const describeDevice = ({
  kind,
  agent,
}: {
  kind: 'cookie' | 'bearer'
  agent: string | null
}): string => (kind === 'bearer' ? 'An app' : describeAgent(agent))
