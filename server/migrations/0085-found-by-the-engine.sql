-- What the engine had found when a person decided: a criterion's verdict or an item's level. NULL in decisions that were carried
-- over, which nobody made anew, and in older ones.
ALTER TABLE decisions ADD COLUMN found text;
-- Those that say whether the engine was right, newest first.
CREATE INDEX decisions_about_the_engine ON decisions (id DESC)
  WHERE found IS NOT NULL AND state = 'in_effect' AND kind <> 'accept_risk';
