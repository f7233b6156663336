-- The facts about the entity as they were when the document was submitted; a result can be reproduced only with these.

ALTER TABLE documents ADD COLUMN facts jsonb NOT NULL DEFAULT '{}';
