-- The document's score with the decisions of people. Without a level no decision is in effect, and the score is the machine's.

ALTER TABLE documents
  ADD COLUMN decided_score numeric(4, 1),
  ADD COLUMN decided_level text;
