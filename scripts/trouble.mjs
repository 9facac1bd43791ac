import { randomBytes } from 'node:crypto'
import postgres from 'postgres'

/** Creates a role that cannot read the offers and stores, so that the pages' queries fail. @param {string} url The owner's. @returns {Promise<string>} The role's. */
export async function troubledUrl(url) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const name = `troubled_${randomBytes(4).toString('hex')}`
  const password = randomBytes(16).toString('hex')
  try {
    await sql.unsafe(`
      CREATE ROLE ${name} LOGIN PASSWORD '${password}';
      GRANT CREATE ON DATABASE ${new URL(url).pathname.slice(1)} TO ${name};
      GRANT CREATE, USAGE ON SCHEMA public, drizzle TO ${name};
      GRANT ALL ON ALL TABLES IN SCHEMA public, drizzle TO ${name};
      GRANT ALL ON ALL SEQUENCES IN SCHEMA public, drizzle TO ${name};
      REVOKE ALL ON campaigns, brands FROM ${name}`)
  } finally {
    await sql.end()
  }
  return Object.assign(new URL(url), { username: name, password }).href
}
