-- migrate: compatible-with 0071
-- How often moderators have said what the columns and headings of a list are: of two who do so at once, the second is refused.
ALTER TABLE imports ADD COLUMN mapping_version integer NOT NULL DEFAULT 0;
