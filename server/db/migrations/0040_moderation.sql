-- What was decided about one product before: shown beside it when it comes back.
CREATE INDEX audit_entries_subject ON audit_entries (subject_kind, subject_id, id DESC);
