-- migrate: compatible-with 0071
-- The rules for names find more names that speak for the site: the job that checks names goes through all of them again.
UPDATE users SET handle_skeleton = NULL WHERE name_issue IS NULL AND handle_skeleton IS NOT NULL;
