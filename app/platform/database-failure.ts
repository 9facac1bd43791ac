import { listCauses } from './error-causes'

interface Place {
  user: string
  database: string
  address: string
  host: string
  hasTls: boolean
  rootCertificate: string | null
}

const UNKNOWN_AUTHORITY = ({ rootCertificate }: Place) =>
  rootCertificate
    ? `the certificate of the database is not signed by the authority in ${rootCertificate} (sslrootcert of DATABASE_URL)`
    : 'the certificate of the database is not signed by an authority that is known here: name the file of its authority by sslrootcert in DATABASE_URL'

const NO_ANSWER = ({ address }: Place) => `${address} of DATABASE_URL does not answer`
const NO_HOST = ({ host }: Place) => `the host ${host} of DATABASE_URL is not found`
const LOST = ({ address, hasTls }: Place) =>
  hasTls
    ? `${address} of DATABASE_URL closed the connection. If it does so each time, PostgreSQL needs ssl = on there`
    : `${address} of DATABASE_URL closed the connection`

/** By SQLSTATE, and by the code of a system or TLS error. */
const WORDS: Record<string, (place: Place, message: string) => string> = {
  '28P01': ({ user }) => `wrong password of DATABASE_URL, for the user ${user}`,
  '28000': (_, message) => `PostgreSQL refuses the connection of DATABASE_URL: ${message}`,
  '3D000': ({ database }) => `the database ${database} of DATABASE_URL does not exist`,
  '53300': () => 'PostgreSQL has no connection left: see max_connections',
  '55000': (_, message) => `PostgreSQL refuses the connection of DATABASE_URL: ${message}`,
  '57P03': (_, message) => `PostgreSQL accepts no connection yet: ${message}`,
  ENOTFOUND: NO_HOST,
  EAI_AGAIN: NO_HOST,
  ECONNREFUSED: ({ address }) => `nothing listens on ${address} of DATABASE_URL`,
  CONNECT_TIMEOUT: NO_ANSWER,
  ETIMEDOUT: NO_ANSWER,
  EHOSTUNREACH: NO_ANSWER,
  ENETUNREACH: NO_ANSWER,
  ECONNRESET: LOST,
  EPROTO: LOST,
  CONNECTION_CLOSED: LOST,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: () => 'the certificate of the database has expired',
  CERT_NOT_YET_VALID: () => 'the certificate of the database is not valid yet: compare the clocks',
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) => `the certificate of the database is not for the host ${host}`,
}

/** Says in words why no connection can be made, with the code; null for other errors. The password is not in it. */
export function explainDatabaseFailure(error: unknown, url: string): string | null {
  for (const e of listCauses(error)) {
    const { code } = e as NodeJS.ErrnoException
    if (isOfAnotherHost(e, url)) continue
    // Triggers reject statements with some of these codes, too.
    if (e.name === 'PostgresError' && (e as { severity?: string }).severity !== 'FATAL') continue
    const write = typeof code === 'string' && Object.hasOwn(WORDS, code) && WORDS[code]
    if (write) return `${write(readPlace(url), e.message)} (${code})`
  }
  return null
}

/** Listening sockets, mail servers and networks fail with the same codes. */
function isOfAnotherHost(error: NodeJS.ErrnoException & { hostname?: string; port?: number }, url: string) {
  const { hostname, port } = new URL(url)
  if (error.syscall === 'getaddrinfo') return error.hostname !== hostname
  return error.syscall === 'connect' && error.port !== Number(port || 5432)
}

function readPlace(url: string): Place {
  const { username, pathname, hostname, port, searchParams } = new URL(url)
  // An unescaped / in the password makes the rest of the password a part of the path, and its begin the port.
  const isPlain = /^\/[\w.-]+$/.test(pathname)
  const mode = searchParams.get('sslmode') ?? searchParams.get('ssl')
  const rootCertificate = searchParams.get('sslrootcert')
  return {
    user: isPlain ? username : '(?)',
    database: isPlain ? pathname.slice(1) : '(?)',
    address: isPlain ? `${hostname}:${port || 5432}` : 'the server',
    host: isPlain ? hostname : '(?)',
    hasTls: Boolean(rootCertificate) || (mode !== null && mode !== 'disable'),
    rootCertificate,
  }
}
