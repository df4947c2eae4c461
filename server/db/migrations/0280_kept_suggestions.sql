-- migrate: compatible-with 0071
-- The last rejection of a suggestion counts for 90 days, also for somebody who deletes the account and comes back: the
-- suggestion itself is gone with the account.
ALTER TABLE member_rejections ADD COLUMN suggestion_rejected_at timestamptz(3);
CREATE INDEX member_rejections_suggestions ON member_rejections (suggestion_rejected_at)
  WHERE suggestion_rejected_at IS NOT NULL;
