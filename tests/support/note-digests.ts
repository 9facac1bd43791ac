/** Leaves the digests of row_steps as the application would have; one statement a table, since others may be at work. */
export const NOTE_DIGESTS = `
  DO $$
  DECLARE
    t text;
  BEGIN
    FOR t IN SELECT p.proargtypes[0]::regtype::text FROM pg_proc p WHERE p.proname = 'facts_of' LOOP
      EXECUTE format(
        'WITH there AS (SELECT f[1] AS row_id, f[2]::uuid AS digest FROM %1$I t, facts_of(t) f),
              newest AS (SELECT DISTINCT ON (row_id) id, row_id, digest FROM row_steps
                          WHERE table_name = %1$L ORDER BY row_id, id DESC),
              gone AS (DELETE FROM row_steps WHERE table_name = %1$L AND row_id IN
                        (SELECT row_id FROM newest WHERE digest IS NOT NULL AND row_id NOT IN (SELECT row_id FROM there))),
              changed AS (UPDATE row_steps s SET digest = r.digest FROM there r JOIN newest n USING (row_id)
                           WHERE s.id = n.id AND n.digest IS DISTINCT FROM r.digest)
         INSERT INTO row_steps (table_name, row_id, digest)
         SELECT %1$L, row_id, digest FROM there WHERE row_id NOT IN (SELECT row_id FROM newest)',
        t);
    END LOOP;
  END $$`
