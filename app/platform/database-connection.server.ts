import fs from 'node:fs'
import net from 'node:net'
import type { ConnectionOptions as TlsOptions } from 'node:tls'
import postgres from 'postgres'

/**
 * Opens a pool. `sslrootcert` of the URL is the file of the authority that has to have signed the server's certificate, or 'system'.
 * With it the host's name is always compared.
 */
export function openPool<Types extends Record<string, postgres.PostgresType> = Record<string, never>>(
  url: string,
  options: postgres.Options<Types>,
) {
  const { href, tls } = readTls(url)
  return postgres(href, { ...options, ...(tls && { ssl: tls }) })
}

/** Null: the driver reads `sslmode` by itself. */
function readTls(url: string): { href: string; tls: TlsOptions | null } {
  const parsed = new URL(url)
  const query = parsed.searchParams
  const file = query.get('sslrootcert')
  const mode = query.get('sslmode')
  // The driver would send it to PostgreSQL as a parameter of the session.
  query.delete('sslrootcert')
  if (mode === 'disable' || (!file && !mode?.startsWith('verify-')))
    return { href: file ? parsed.href : url, tls: null }
  const host = parsed.hostname.replaceAll(/[[\]]/g, '')
  // By itself the driver compares the certificate of an address with the name localhost.
  return {
    href: parsed.href,
    tls: { ...(file && file !== 'system' && { ca: readCertificate(file) }), ...(net.isIP(host) && { host }) },
  }
}

function readCertificate(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(
      `DATABASE_URL: sslrootcert: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      { cause: error },
    )
  }
}
