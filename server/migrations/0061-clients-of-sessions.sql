-- The client whose work a partner's person has open. An older process ignores it: there the person is with the partner.
ALTER TABLE account_sessions ADD COLUMN client_id ulid REFERENCES companies ON DELETE SET NULL;
CREATE INDEX account_sessions_of_client ON account_sessions (client_id) WHERE client_id IS NOT NULL;
