-- Since when the partner's people may no longer open the company's work; NULL while they may.
ALTER TABLE companies ADD COLUMN partner_access_ended_at timestamptz;
