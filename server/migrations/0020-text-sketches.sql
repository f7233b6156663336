-- Which documents have much text in common: a sample of the hashes of their word sequences, at most 512 bytes.

ALTER TABLE documents ADD COLUMN text_sketch bytea;
