/** '*.cdn.example' matches all names below cdn.example, but not cdn.example itself. */
export const HOST_PATTERN =
  /^(?:\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?$/

/** `host` includes the port unless it is the default. */
export const isListedHost = (host: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern))
