/** CPU time of processes, by Linux's /proc. */
import fs from 'node:fs'
import type postgres from 'postgres'

/** Milliseconds of one tick of /proc's clock (USER_HZ), which Linux fixes at 100 a second. */
const TICK = 10

/** CPU time so far of a process and its threads, in ms; 0 where there is no /proc, or no such process. */
function cpuTimeOf(pid: number): number {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The fields after the name in parentheses: user and system time are the 12th and 13th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK
  } catch {
    return 0
  }
}

export interface CpuTimes {
  server: number
  /** Of the backends of the database. */
  database: number
}

/** CPU times so far, in ms, of a server and of the connections to its database, which is on this machine. */
export async function readCpuTimes(pid: number, sql: postgres.Sql): Promise<CpuTimes> {
  const backends = await sql<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
  const database = backends.reduce((sum, backend) => sum + cpuTimeOf(backend.pid), 0)
  return { server: cpuTimeOf(pid), database }
}
