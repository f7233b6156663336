-- How the reports of a partner's companies look. The images are small, and are erased with the row and the partner.

CREATE TABLE partner_brandings (
  partner_id ulid PRIMARY KEY REFERENCES partners ON DELETE CASCADE,
  name text,
  accent_colour text,
  second_colour text,
  contact text,
  disclaimer text,
  logo bytea,
  logo_media_type text,
  cover bytea,
  cover_media_type text,
  changed_at timestamptz NOT NULL
);
