import postgres from 'postgres'

/** In ms. How long a result is cached, so that frequent checks stay cheap. */
const FRESH = 500
const PATIENCE = 2000

export interface Health {
  isHealthy(): Promise<boolean>
  close(): Promise<void>
}

export function watchDatabase(url: string): Health {
  const sql = postgres(url, { max: 1, connect_timeout: 2, idle_timeout: 60, onnotice: () => {} })
  let last: { at: number; answer: Promise<boolean> } | undefined
  const ask = () =>
    Promise.race([
      sql`SELECT 1`.then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE, false).unref()),
    ])
  return {
    isHealthy() {
      const now = Date.now()
      if (!last || now - last.at > FRESH) last = { at: now, answer: ask() }
      return last.answer
    },
    close: () => sql.end({ timeout: 1 }),
  }
}
