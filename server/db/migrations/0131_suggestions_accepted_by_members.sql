-- migrate: compatible-with 0071
-- Whether trusted members have accepted a suggestion. Only those that moderators accepted make others trusted.
ALTER TABLE suggestions ADD COLUMN is_accepted_by_members boolean NOT NULL DEFAULT false;
-- Both rows are of one transaction, which has one instant.
UPDATE suggestions SET is_accepted_by_members = true
FROM audit_entries AS entries
WHERE status = 'accepted' AND entries.subject_kind = 'product' AND entries.subject_id = suggestions.product_id
  AND entries.action = 'suggestion.agree' AND entries.created_at = suggestions.decided_at;
CREATE INDEX suggestions_counting_of_member ON suggestions (member_id)
  WHERE status = 'accepted' AND NOT is_accepted_by_members;
