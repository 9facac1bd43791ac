import fs from 'node:fs'
import type postgres from 'postgres'

/** Milliseconds per clock tick of /proc (USER_HZ is 100 on Linux). */
const TICK = 10

/** Includes all threads, in ms; 0 without /proc or for an unknown process. */
export function readCpuTime(pid: number): number {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Fields after the name in parentheses: utime and stime are the 12th and 13th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK
  } catch {
    return 0
  }
}

/** CPU time of the first thread alone, in ms, far finer than readCpuTime(); for PostgreSQL's processes, which have one. */
export function readThreadTime(pid: number): number {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6
  } catch {
    return 0
  }
}

export interface CpuTimes {
  server: number
  /** Sum of the database's backends. */
  database: number
}

/** In ms. The database must run on this machine. */
export async function readCpuTimes(pid: number, sql: postgres.Sql): Promise<CpuTimes> {
  const backends = await sql<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
  const database = backends.reduce((sum, backend) => sum + readCpuTime(backend.pid), 0)
  return { server: readCpuTime(pid), database }
}
