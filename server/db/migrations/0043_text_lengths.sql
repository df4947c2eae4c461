-- migrate: compatible-with 0041
-- The limits of texts, which lib/contract describes, in characters. NOT VALID: no build stored longer texts, so the
-- tables need no scan under a lock.
ALTER TABLE users
  ADD CONSTRAINT users_name_chars CHECK (char_length(name) <= 60) NOT VALID,
  ADD CONSTRAINT users_handle_chars CHECK (char_length(handle) <= 40) NOT VALID;
ALTER TABLE sessions
  ADD CONSTRAINT sessions_user_agent_chars CHECK (char_length(user_agent) <= 300) NOT VALID;
ALTER TABLE products
  ADD CONSTRAINT products_name_chars CHECK (char_length(name) <= 60) NOT VALID,
  ADD CONSTRAINT products_tagline_chars CHECK (char_length(tagline) <= 120) NOT VALID,
  ADD CONSTRAINT products_description_chars CHECK (char_length(description) <= 5000) NOT VALID,
  ADD CONSTRAINT products_url_chars CHECK (char_length(url) <= 2048) NOT VALID,
  ADD CONSTRAINT products_rejection_reason_chars CHECK (char_length(rejection_reason) <= 500) NOT VALID;
ALTER TABLE product_edits
  ADD CONSTRAINT product_edits_name_chars CHECK (char_length(name) <= 60) NOT VALID,
  ADD CONSTRAINT product_edits_tagline_chars CHECK (char_length(tagline) <= 120) NOT VALID,
  ADD CONSTRAINT product_edits_description_chars CHECK (char_length(description) <= 5000) NOT VALID,
  ADD CONSTRAINT product_edits_url_chars CHECK (char_length(url) <= 2048) NOT VALID,
  ADD CONSTRAINT product_edits_rejection_reason_chars CHECK (char_length(rejection_reason) <= 500) NOT VALID;
ALTER TABLE tags
  ADD CONSTRAINT tags_name_chars CHECK (char_length(name) <= 40) NOT VALID;
ALTER TABLE newsletter_subscribers
  ADD CONSTRAINT newsletter_subscribers_email_chars CHECK (char_length(email) <= 254) NOT VALID,
  ADD CONSTRAINT newsletter_subscribers_list_chars CHECK (char_length(list) <= 100) NOT VALID;
ALTER TABLE contact_messages
  ADD CONSTRAINT contact_messages_name_chars CHECK (char_length(name) <= 100) NOT VALID,
  ADD CONSTRAINT contact_messages_email_chars CHECK (char_length(email) <= 254) NOT VALID,
  ADD CONSTRAINT contact_messages_message_chars CHECK (char_length(message) <= 5000) NOT VALID;
