/** People of the demo act now, by the application's commands; then the times of their acts are moved back. */
import { sql, type SQL } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { renewSeals } from '~/platform/db/step-seals.server'
import { DAY_MS, startOfDayInIndia } from '~/platform/formats/dates'

function toDate(moment: string, now: Date): Date {
  const [days, hours, minutes] = moment.split(/[ :]/).map(Number)
  return new Date(startOfDayInIndia(now).getTime() - days! * DAY_MS + (hours! * 60 + minutes!) * 60_000)
}

export interface Act {
  /** '12 20:45': days before today, and a time in India. */
  at: string
  act: (at: Date) => Promise<unknown>
}

interface Move {
  begins: string
  ends: string
  at: Date
}

export class Past {
  private readonly moves: Move[] = []

  constructor(private readonly now = new Date()) {}

  async live(acts: readonly Act[]): Promise<void> {
    const inOrder = acts
      .map(({ at, act }) => ({ at: toDate(at, this.now), act }))
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    let begins = await readClock()
    for (const { at, act } of inOrder) {
      await act(at)
      const ends = await readClock()
      this.moves.push({ begins, ends, at })
      begins = ends
    }
  }

  /** Only a superuser, like that of the embedded database, can move times. */
  async moveBack(): Promise<void> {
    if (this.moves.length && (await isSuperuser())) await db.transaction((tx) => moveTimes(tx, this.moves))
  }
}

async function readClock(): Promise<string> {
  const [row] = await db.execute<{ now: string }>(sql`SELECT clock_timestamp()::text AS now`)
  return row!.now
}

async function isSuperuser(): Promise<boolean> {
  const [row] = await db.execute<{ super: boolean }>(
    sql`SELECT rolsuper AS super FROM pg_roles WHERE rolname = current_user`,
  )
  return row!.super
}

/** Moves times in all tables with triggers disabled, which refuse changes of append-only history. */
async function moveTimes(tx: Tx, moves: readonly Move[]): Promise<void> {
  await tx.execute(sql`SET LOCAL session_replication_role = replica`)
  await tx.execute(
    sql`CREATE TEMP TABLE moves (begins timestamptz, ends timestamptz, at timestamptz) ON COMMIT DROP`,
  )
  await tx.execute(sql`
    INSERT INTO moves SELECT * FROM json_populate_recordset(NULL::moves, ${JSON.stringify(moves)}::text::json)`)
  await tx.execute(sql`
    CREATE FUNCTION pg_temp.moved(t timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS
    'SELECT coalesce((SELECT at + (t - begins) FROM moves WHERE t >= begins AND t < ends), t)'`)
  await moveNotifications(tx)
  await moveHolds(tx)
  await movePromises(tx)
  const first = sql`${moves[0]!.begins}::timestamptz`
  for (const { table, columns } of await listTimes(tx)) {
    const names = columns.map((name) => sql.identifier(name))
    await tx.execute(sql`
      UPDATE ${sql.identifier(table)} SET ${join(names.map((name) => sql`${name} = pg_temp.moved(${name})`))}
       WHERE greatest(${join(names)}) >= ${first}`)
  }
  await renewDigests(tx)
  await tx.execute(sql`DROP FUNCTION pg_temp.moved(timestamptz)`)
}

const join = (parts: SQL[] | ReturnType<typeof sql.identifier>[]) => sql.join(parts as SQL[], sql`, `)

async function listTimes(tx: Tx) {
  const rows = await tx.execute<{ table: string; columns: string[] }>(sql`
    SELECT table_name AS table, array_agg(column_name::text) AS columns
      FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type = 'timestamp with time zone'
     GROUP BY table_name`)
  return [...rows]
}

const toIndianDay = (at: SQL) => sql`(${at} AT TIME ZONE 'Asia/Kolkata')::date`

/** Moves promised dates separately: they are midnights after the acts. */
async function movePromises(tx: Tx): Promise<void> {
  await tx.execute(sql`
    UPDATE claims l SET answer_by = answer_by - (${toIndianDay(sql`m.begins`)} - ${toIndianDay(sql`m.at`)}) * interval '1 day'
      FROM moves m WHERE l.created_at >= m.begins AND l.created_at < m.ends`)
}

const formatDay = (at: SQL) => sql`to_char((${at}) AT TIME ZONE 'Asia/Kolkata', 'FMDD Mon YYYY')`

/** Call it before moveHolds(): texts name the ends of holding periods. Notifications over a week old become read. */
async function moveNotifications(tx: Tx): Promise<void> {
  const until = sql`h.until - (${toIndianDay(sql`m.begins`)} - ${toIndianDay(sql`m.at`)}) * interval '1 day'`
  await tx.execute(sql`
    UPDATE notifications n SET body = replace(n.body, ${formatDay(sql`h.until`)}, ${formatDay(until)})
      FROM held_money h, moves m
     WHERE h.created_at >= m.begins AND h.created_at < m.ends
       AND n.created_at >= m.begins AND n.created_at < m.ends
       AND starts_with(n.reference, 'conversion:' || h.conversion_id || ':')`)
  await tx.execute(sql`
    UPDATE notifications n SET read_at = n.created_at FROM moves m
     WHERE n.created_at >= m.begins AND n.created_at < m.ends AND m.at < now() - interval '7 days'`)
}

/** Moves the ends of holding periods separately: they are midnights after the acts. */
async function moveHolds(tx: Tx): Promise<void> {
  await tx.execute(sql`
    UPDATE held_money h SET until = until - (${toIndianDay(sql`m.begins`)} - ${toIndianDay(sql`m.at`)}) * interval '1 day'
      FROM moves m WHERE h.created_at >= m.begins AND h.created_at < m.ends`)
  await tx.execute(sql`
    UPDATE conversions c SET withdrawable_at = h.until
      FROM (SELECT conversion_id, max(until) AS until FROM held_money GROUP BY 1) h
     WHERE h.conversion_id = c.id AND c.withdrawable_at IS NOT NULL`)
}

/** The audit compares each row with its last digest. */
async function renewDigests(tx: Tx): Promise<void> {
  const tables = await tx.execute<{ name: string }>(
    sql`SELECT DISTINCT table_name AS name FROM row_steps WHERE digest IS NOT NULL`,
  )
  for (const { name } of tables)
    await tx.execute(sql`
      UPDATE row_steps s SET digest = f.facts[2]::uuid
        FROM (SELECT facts_of(t) AS facts FROM ${sql.identifier(name)} t) f
       WHERE s.table_name = ${name} AND s.row_id = f.facts[1] AND s.digest IS DISTINCT FROM f.facts[2]::uuid
         AND s.id = (SELECT max(id) FROM row_steps e WHERE e.table_name = s.table_name AND e.row_id = s.row_id)`)
  // What was made between the acts is as old as the next act: digests are in the order of time.
  await tx.execute(sql`
    UPDATE row_steps s SET made_at = n.at
      FROM (SELECT id, min(made_at) OVER (ORDER BY id DESC) AS at FROM row_steps) n
     WHERE n.id = s.id AND s.made_at > n.at`)
  await renewSeals(tx)
}
