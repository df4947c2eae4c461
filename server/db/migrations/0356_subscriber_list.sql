-- migrate: compatible-with 0071
-- The subscribers of the newsletter as admins list them: newest first, in a state, and by the beginning of their address.
CREATE INDEX newsletter_subscribers_own_list ON newsletter_subscribers (id) WHERE list = '';
CREATE INDEX newsletter_subscribers_state ON newsletter_subscribers (status, id) WHERE list = '';
CREATE INDEX newsletter_subscribers_email_start ON newsletter_subscribers (email text_pattern_ops) WHERE list = '';
