-- migrate: compatible-with 0041
-- Counters of rate limits need no write-ahead log: a call does not wait for the disk. A crash of the database empties them.
ALTER TABLE rate_limits SET UNLOGGED;
