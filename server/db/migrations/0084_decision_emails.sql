-- migrate: compatible-with 0071
-- The entry of the log that an email tells its reader about. Undoing the decision deletes the email.
ALTER TABLE mail_outbox ADD COLUMN entry_id bigint;
CREATE INDEX mail_outbox_entry ON mail_outbox (entry_id) WHERE entry_id IS NOT NULL;
