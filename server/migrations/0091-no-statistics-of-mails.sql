-- The table is mostly empty, and ANALYZE keeps the old statistics of an empty table: ids of an erased company would stay in them.
ALTER TABLE mails
  ALTER COLUMN id SET STATISTICS 0,
  ALTER COLUMN membership_id SET STATISTICS 0,
  ALTER COLUMN invitation_id SET STATISTICS 0,
  ALTER COLUMN token SET STATISTICS 0;
