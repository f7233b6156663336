-- What a company has stated about a business entity, by the keys of the catalogue's conditions.

ALTER TABLE business_entities ADD COLUMN facts jsonb NOT NULL DEFAULT '{}';
