-- migrate: compatible-with 0071
-- PostgreSQL 18 counted the matches of a keystroke by reading each of the first levels through its primary key: 16,000
-- blocks with 100,000 products. Only the index of words can find them.
ALTER FUNCTION count_matches(tsquery, integer, integer, integer, integer, boolean) SET enable_indexscan = off;
