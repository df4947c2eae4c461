-- migrate: compatible-with 0071
-- The first checks of all listed sites are spread over a week. Not with the triggers, which would keep products locked.
INSERT INTO site_checks (product_id, url, host, check_at)
SELECT id, url, lower(substring(url FROM '^https?://([^/?#]+)')), now() + random() * interval '7 days'
FROM products WHERE status = 'approved' AND url ~ '^https?://[^/?#]'
ON CONFLICT DO NOTHING;
