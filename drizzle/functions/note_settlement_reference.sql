-- A process of a release that compares by another key cannot post a reference twice.
CREATE OR REPLACE FUNCTION note_settlement_reference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO settlement_references (settlement_id, key, corrections)
    VALUES (NEW.id, coalesce(utr_key_of(NEW.reference), NEW.reference_key), NEW.corrections);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER network_settlements_reference AFTER INSERT ON network_settlements
  FOR EACH ROW WHEN (NEW.kind = 'payment') EXECUTE FUNCTION note_settlement_reference();
