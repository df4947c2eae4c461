-- migrate: compatible-with 0071
-- Members who agree with a suggestion. While it is open, enough trusted ones accept it.
CREATE TABLE suggestion_agreements (
  suggestion_id bigint NOT NULL REFERENCES suggestions ON DELETE CASCADE,
  member_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (suggestion_id, member_id)
);
CREATE INDEX suggestion_agreements_newest ON suggestion_agreements (suggestion_id, created_at DESC, member_id);
CREATE INDEX suggestion_agreements_member ON suggestion_agreements (member_id);

-- What makes a member trusted.
CREATE INDEX suggestions_accepted_of_member ON suggestions (member_id) WHERE status = 'accepted';
CREATE INDEX suggestions_rejected_of_member ON suggestions (member_id, decided_at DESC) WHERE status = 'rejected';
